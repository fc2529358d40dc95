package main

import (
	"context"
	"errors"
	"io/fs"

	"browser-mcp/fsutil"
	"browser-mcp/systemd"
	"browser-mcp/vault"
	"browser-mcp/vault/local"
)

// openStore is the embedded store with the directory that it lives in. It is the tools' store and the commands' keeper.
type openStore struct {
	*local.Store
	dirs []*fsutil.Dir
}

// vaultKey names both the systemd credential and, with its suffix, the key file.
const (
	vaultKey     = "vault-key"
	vaultKeyFile = "vault.key"
)

// vaultDir is the store's own directory below the core, where it may clean up.
const vaultDir = "vault"

// openLocal opens the store: key from the unit's credential, else from the owner-only file beside the store, which the
// first import makes.
func openLocal(p statePaths, daemon bool) (*openStore, error) {
	core, err := openCore(p, daemon)
	if err != nil {
		return nil, err
	}
	dir, err := subdirectory(core, vaultDir)
	if err != nil {
		return nil, errors.Join(storeFailure(err), core.Close())
	}
	s := &openStore{dirs: []*fsutil.Dir{dir, core}}
	key, err := keySource(core)
	if err != nil {
		return nil, errors.Join(err, s.closeDirs())
	}
	if s.Store, err = local.Open(dir, key); err != nil {
		return nil, errors.Join(storeFailure(err), s.closeDirs())
	}
	return s, nil
}

// subdirectory opens a private directory and makes it if need be.
func subdirectory(d *fsutil.Dir, name string) (*fsutil.Dir, error) {
	sub, err := d.Mkdir(name)
	if errors.Is(err, fsutil.ErrExist) {
		sub, err = d.Sub(name)
	}
	if err != nil {
		return nil, err
	}
	if err := sub.CheckPrivate(); err != nil {
		return nil, errors.Join(err, sub.Close())
	}
	return sub, nil
}

// keySource prefers the credential: a key that the unit loads is nowhere in the user's files.
func keySource(core *fsutil.Dir) (local.KeySource, error) {
	pages, err := systemd.Credential(vaultKey, maxKey)
	switch {
	case err == nil:
		return local.CredentialKey(pages), nil
	case !errors.Is(err, systemd.ErrNoCredential):
		return nil, failf(exitConfig, "reading the credential %s: %w", vaultKey, err)
	}
	return local.FileKey(core, vaultKeyFile, true), nil
}

// storeFailure words an error of the store for a human. It names what to do, and nothing that the store holds.
func storeFailure(err error) error {
	switch {
	case errors.Is(err, fsutil.ErrLocked):
		return failf(exitTryAgain, "the store is in use: %w", err).hint("try again in a moment")
	case errors.Is(err, fsutil.ErrNotPrivate), errors.Is(err, fsutil.ErrLink):
		return failf(exitConfig, "the store is not private: %w", err).hint("chmod 700 the directory and 600 its files; they must be yours")
	case errors.Is(err, fs.ErrPermission):
		return failf(exitConfig, "the store cannot be read: %w", err)
	case errors.Is(err, local.ErrRefused), errors.Is(err, local.ErrTaken), errors.Is(err, local.ErrFull):
		return failf(exitFailed, "%w", err)
	case errors.Is(err, local.ErrNoKey):
		return failf(exitConfig, "%w", err).hint("put %s back beside the store, or give the unit its credential", vaultKeyFile)
	}
	return failf(exitConfig, "the store is not usable: %w", err).hint("browser-mcp doctor checks it; restore it from a backup if it was damaged")
}

// list, remove and importSecret make the store a keeper.
func (s *openStore) list(ctx context.Context) ([]secretEntry, error) {
	refs, err := s.List(ctx)
	if err != nil {
		return nil, storeFailure(err)
	}
	entries := make([]secretEntry, 0, len(refs))
	for _, r := range refs {
		entries = append(entries, entryOf(r))
	}
	return entries, nil
}

func (s *openStore) remove(ctx context.Context, id string) error {
	err := s.Remove(ctx, vault.SecretID(id))
	if errors.Is(err, vault.ErrUnknownSecret) {
		return failf(exitFailed, "no secret has this id").hint("browser-mcp secrets list shows ids")
	}
	if err != nil {
		return storeFailure(err)
	}
	return nil
}

func (s *openStore) importSecret(ctx context.Context, what importRequest, value *vault.Secret) (secretEntry, error) {
	ref, err := s.Import(ctx, local.Import{
		Name: what.Name, Kind: vault.Kind(what.Kind), Approval: vault.ApprovalMode(what.Approval),
		Properties: what.Properties, Value: value,
	})
	if err != nil {
		return secretEntry{}, storeFailure(err)
	}
	return entryOf(ref), nil
}

func (s *openStore) close() error { return errors.Join(s.Store.Close(), s.closeDirs()) }

func (s *openStore) closeDirs() error {
	var err error
	for _, d := range s.dirs {
		err = errors.Join(err, d.Close())
	}
	return err
}

// openKeeper is the store for a human's command: the daemon's if one answers, else opened here (decision 26).
func openKeeper(inv *invocation) (keeper, error) {
	client := controlClient{socket: resolveRuntime(inv.env).control}
	_, err := client.ask(context.Background(), controlRequest{Op: "status"}, nil)
	if err == nil {
		return client, nil
	}
	if !errors.Is(err, errNoDaemon) {
		return nil, err
	}
	_, paths, err := loadOperator(inv.env, layer{})
	if err != nil {
		return nil, err
	}
	return openLocal(paths, true)
}
