package vault

// Reference is a stored secret as the agent sees it. Nothing in it derives from the value
// but Classes, which never leave the process.
type Reference struct {
	ID         SecretID
	Name       string
	Kind       Kind
	Properties []Property // in stored order, sbm: keys included
	// What Properties say, for display: a decision parses them again.
	Binding      Binding
	State        BindingState
	BindingError string           // a code of [ParseBinding] when State is Invalid
	Keys         []string         // of a multi-field secret, sorted
	Classes      map[string]Class // by key, "" for a single value; fixed at import
	Approval     ApprovalMode
}

// NewReference derives the fields that the properties decide.
func NewReference(id SecretID, name string, kind Kind, approval ApprovalMode, properties []Property) Reference {
	r := Reference{ID: id, Name: name, Kind: kind, Approval: approval, Properties: properties}
	r.Binding, r.State, r.BindingError = ParseBinding(properties)
	r.Keys = r.Binding.keys()
	return r
}

// class is the class that a key was given at import. One that is missing counts as
// Guessable, which compares nothing.
func (r Reference) class(key string) Class {
	if c, ok := r.Classes[key]; ok && c.known() {
		return c
	}
	return Guessable
}
