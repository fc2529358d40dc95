// Package robust
package robust
