// The shop's half of hosted fields: it sees "complete" and "paid", and asks for "pay".
function shop() {
  document.body.insertAdjacentHTML('beforeend', `
    <iframe src="{{pay}}/hosted/controller.html" name="controller" hidden></iframe>
    <p id="state" role="status">Fill in your card.</p>
    <button id="pay" disabled>Pay 20.00</button>`);
  onmessage = event => {
    if (event.origin !== '{{pay}}') return;
    state.textContent = event.data === 'paid' ? 'Paid. Thank you.' : 'Card complete.';
    pay.disabled = event.data === 'paid';
  };
  pay.onclick = () => document.querySelector('[name=controller]').contentWindow.postMessage('pay', '{{pay}}');
}
