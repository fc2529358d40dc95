// onTell calls act with each word that a test sends through Site.Tell, and reports back when act has ended.
function onTell(act) {
  new EventSource('/_events').onmessage = async event => {
    await act(event.data);
    await fetch('/_done?id=' + event.lastEventId);
  };
}

// option reads one parameter of the page's address.
function option(name, fallback) {
  return new URLSearchParams(location.search).get(name) ?? fallback;
}
