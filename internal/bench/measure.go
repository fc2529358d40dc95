package main

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// line is one row of the table, ready to print; an empty cell is a dash.
type line struct{ name, floor, ours, ratio, bar string }

// row is one comparison. floor and ours do the thing once and return an error if it was not done; what prepares and
// clears up is not measured.
type row struct {
	name          string
	bar           float64 // ours over floor, at most
	rounds        int     // 0 for -n
	floor, ours   func() error
	before, after func() error // nil for none
}

// measure runs a comparison by turns: the one that began a round comes second in the next, so that neither always
// finds the caches as the other left them.
func (r row) measure() (line, error) {
	n := r.rounds
	if n == 0 {
		n = *rounds
	}
	var floors, ours []time.Duration
	sides := []struct {
		name  string
		do    func() error
		times *[]time.Duration
	}{{"floor", r.floor, &floors}, {"ours", r.ours, &ours}}
	for range n {
		for _, side := range sides {
			took, err := r.once(side.do)
			if err != nil {
				return line{}, fmt.Errorf("%s, %s: %w", r.name, side.name, err)
			}
			*side.times = append(*side.times, took)
		}
		slices.Reverse(sides)
	}
	floor, our := median(floors), median(ours)
	return line{
		name: r.name, floor: milliseconds(floor), ours: milliseconds(our),
		ratio: fmt.Sprintf("%.2f", float64(our)/float64(floor)), bar: fmt.Sprintf("%.2f ×", r.bar),
	}, nil
}

// once does one side once.
func (r row) once(do func() error) (took time.Duration, err error) {
	if r.before != nil {
		if err := r.before(); err != nil {
			return 0, err
		}
	}
	start := time.Now()
	err = do()
	took = time.Since(start)
	if r.after != nil {
		err = errors.Join(err, r.after())
	}
	return took, err
}

// measureAll measures rows one after another.
func measureAll(rows []row) ([]line, error) {
	var lines []line
	for _, r := range rows {
		l, err := r.measure()
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// median sorts its argument.
func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	middle := len(times) / 2
	if len(times)%2 == 0 {
		return (times[middle-1] + times[middle]) / 2
	}
	return times[middle]
}

func milliseconds(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	if ms < 100 {
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.0f ms", ms)
}
