package main

import (
	"flag"
	"log"
	"os"
)

func main() {
	out := flag.String("o", "", "file to write (required)")
	pkg := flag.String("package", "vault", "its package")
	flag.Parse()
	if *out == "" || flag.NArg() != 0 {
		flag.Usage()
		os.Exit(2)
	}
	source, err := render(*pkg, build())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, source, 0o644); err != nil {
		log.Fatal(err)
	}
}
