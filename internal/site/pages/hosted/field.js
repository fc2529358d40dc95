// report tells the provider's controller what the inputs hold, at each change and whenever it asks.
function report(...inputs) {
  const channel = new BroadcastChannel('hosted');
  const tell = input => channel.postMessage({name: input.name, value: input.value});
  for (const input of inputs) input.addEventListener('input', () => tell(input));
  channel.onmessage = event => { if (event.data === 'ask') inputs.forEach(tell); };
}
