package main

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"browser-mcp/vault"
)

const (
	redactedSize    = 200 << 10 // bytes of text
	redactedSecrets = 20
)

// redaction is the time that the one writer adds to a result of 200 KB with 20 live secrets in the context.
func redaction(string) ([]line, error) {
	r := vault.NewRedactor()
	defer r.Close()
	var secrets []string
	for i := range redactedSecrets {
		text := rand.Text()
		secret, err := vault.NewSecret([]byte(text))
		if err != nil {
			return nil, err
		}
		id := vault.SecretID(fmt.Sprintf("secret%d", i))
		if err := r.Register(vault.Owner{1}, id, "", "token", vault.Strong, "https://shop.example", secret); err != nil {
			return nil, err
		}
		secret.Close()
		secrets = append(secrets, text)
	}
	text := words(secrets)
	var times []time.Duration
	for range *rounds {
		start := time.Now()
		clean := r.Redact(vault.Owner{1}, text)
		times = append(times, time.Since(start))
		for _, secret := range secrets {
			if strings.Contains(clean, secret) {
				return nil, fmt.Errorf("a secret is left in the redacted text")
			}
		}
	}
	return []line{{"redaction of 200 KB, 20 live secrets", "–", milliseconds(median(times)), "–", "20 ms"}}, nil
}

// words is page text of every kind that could hold a secret, and each secret once.
func words(secrets []string) string {
	var b strings.Builder
	for i := 0; b.Len() < redactedSize; i++ {
		fmt.Fprintf(&b, "- Item %d of the list, 4111 %04d, aGVsbG8gd29ybGQgYWdhaW4%d= at https://shop.example/p/%d?q=a%%20b &amp; more\n", i, i%10000, i, i)
		if i%50 == 0 && i/50 < len(secrets) {
			b.WriteString("token " + secrets[i/50] + "\n")
		}
	}
	return b.String()
}
