package script

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
)

// lines are the lines a script may hold.
var lines = map[string]func(s *state, not bool, args []string) error{
	"run":    (*state).run,    // [!] run ARGS: the program exits 0 (or not)
	"exit":   (*state).exit,   // exit N: the last program's exit code
	"stdin":  (*state).input,  // stdin FILE: the next program's standard input
	"stdout": (*state).output, // [!] stdout REGEXP
	"stderr": (*state).errors, // [!] stderr REGEXP
	"exists": (*state).exists, // [!] exists PATH...
	"mode":   (*state).mode,   // mode PATH OCTAL
	"empty":  (*state).empty,  // empty DIRECTORY: holds no file at any depth
	"write":  (*state).write,  // write PATH: an empty file
	"chmod":  (*state).chmod,  // chmod OCTAL PATH
	"env":    (*state).setenv, // env NAME VALUE; `! env NAME` removes
	"start":  (*state).start,  // start NAME ARGS: the program in the background, its input open
	"tell":   (*state).tell,   // tell NAME FILE: to its standard input
	"hangup": (*state).hangup, // hangup NAME: the end of its input
	"await":  (*state).await,  // await NAME REGEXP: until its output matches
	"signal": (*state).signal, // signal NAME TERM|INT|KILL
	"wait":   (*state).wait,   // wait NAME CODE: until it ended with that exit code, or -1 for a signal
}

func (s *state) run(not bool, args []string) error {
	cmd := s.command(args)
	var out, errOut lockedBuffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	s.stdout, _ = out.read()
	s.stderr, _ = errOut.read()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		return err
	}
	s.code = cmd.ProcessState.ExitCode()
	if (s.code == 0) == not {
		return fmt.Errorf("exit code %d", s.code)
	}
	return nil
}

func (s *state) exit(_ bool, args []string) error {
	if want := args[0]; strconv.Itoa(s.code) != want {
		return fmt.Errorf("exit code %d, want %s", s.code, want)
	}
	return nil
}

func (s *state) input(_ bool, args []string) (err error) {
	s.stdin, err = os.ReadFile(s.path(args[0]))
	return err
}

func (s *state) output(not bool, args []string) error { return match(s.stdout, not, args[0]) }
func (s *state) errors(not bool, args []string) error { return match(s.stderr, not, args[0]) }

// match looks for pattern, in which ^ and $ mean a line.
func match(text string, not bool, pattern string) error {
	re, err := regexp.Compile("(?m)" + pattern)
	if err != nil {
		return err
	}
	if re.MatchString(text) == not {
		return fmt.Errorf("match of %q is %v", pattern, !not)
	}
	return nil
}

func (s *state) exists(not bool, args []string) error {
	for _, name := range args {
		_, err := os.Lstat(s.path(name))
		if (err == nil) == not {
			return fmt.Errorf("%s: exists is %v", name, !not)
		}
	}
	return nil
}

func (s *state) mode(_ bool, args []string) error {
	info, err := os.Lstat(s.path(args[0]))
	if err != nil {
		return err
	}
	if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[1] {
		return fmt.Errorf("mode %s, want %s", got, args[1])
	}
	return nil
}

func (s *state) empty(_ bool, args []string) error {
	return fs.WalkDir(os.DirFS(s.path(args[0])), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			return fmt.Errorf("%s is left", path)
		}
		return err
	})
}

func (s *state) write(_ bool, args []string) error { return os.WriteFile(s.path(args[0]), nil, 0o600) }

func (s *state) chmod(_ bool, args []string) error {
	mode, err := strconv.ParseUint(args[0], 8, 32)
	if err != nil {
		return err
	}
	return os.Chmod(s.path(args[1]), os.FileMode(mode))
}

func (s *state) setenv(not bool, args []string) error {
	if not {
		delete(s.env, args[0])
		return nil
	}
	s.env[args[0]] = args[1]
	return nil
}

func (s *state) start(_ bool, args []string) error {
	p := &process{cmd: s.command(args[1:]), done: make(chan struct{})}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = nil, &p.out, &p.errOut
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	s.background[args[0]] = p
	// Owned by the script; ends with the process, which endBackground kills and waits for.
	go func() {
		_ = p.cmd.Wait()
		close(p.done)
	}()
	return nil
}

func (s *state) tell(_ bool, args []string) error {
	data, err := os.ReadFile(s.path(args[1]))
	if err != nil {
		return err
	}
	_, err = s.background[args[0]].in.Write(data)
	return err
}

func (s *state) hangup(_ bool, args []string) error { return s.background[args[0]].in.Close() }

func (s *state) await(_ bool, args []string) error {
	p, ok := s.background[args[0]]
	if !ok {
		return fmt.Errorf("no process %q", args[0])
	}
	for ended := false; ; {
		out, more := p.out.read()
		errOut, moreErr := p.errOut.read()
		if match(out+errOut, false, args[1]) == nil {
			return nil
		}
		if ended {
			return fmt.Errorf("ended without %q:\n%s%s", args[1], out, errOut)
		}
		select {
		case <-more:
		case <-moreErr:
		case <-p.done:
			ended = true // what it wrote last is in the buffers now
		case <-s.t.Context().Done():
			return s.t.Context().Err()
		}
	}
}

func (s *state) signal(_ bool, args []string) error {
	number, ok := map[string]syscall.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "KILL": syscall.SIGKILL}[args[1]]
	if !ok {
		return fmt.Errorf("unknown signal %q", args[1])
	}
	return s.background[args[0]].cmd.Process.Signal(number)
}

func (s *state) wait(_ bool, args []string) error {
	p, ok := s.background[args[0]]
	if !ok {
		return fmt.Errorf("no process %q", args[0])
	}
	<-p.done
	s.stdout, _ = p.out.read()
	s.stderr, _ = p.errOut.read()
	s.code = p.cmd.ProcessState.ExitCode()
	if got := strconv.Itoa(s.code); got != args[1] {
		return fmt.Errorf("exit code %s, want %s", got, args[1])
	}
	return nil
}
