package fsutil_test

import (
	"fmt"
	"log"
	"os"

	"browser-mcp/fsutil"
)

func ExampleDir_Publish() {
	root, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(root)
	d, err := fsutil.MakeDir(root + "/state")
	if err != nil {
		log.Fatal(err)
	}
	defer d.Close()
	hello := func(f *os.File) error { _, err := f.WriteString("hello"); return err }
	fmt.Println(d.Publish("greeting", hello))
	fmt.Println(d.Publish("greeting", hello))
	data, err := d.ReadPrivate("greeting", 16)
	fmt.Printf("%s %v\n", data, err)
	// Output:
	// <nil>
	// publishing "greeting": file exists
	// hello <nil>
}
