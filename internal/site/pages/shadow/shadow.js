// Small custom elements whose shadow roots hold the fields of a login. The host posts what its fields hold.

// box makes a shadow root around html and sends its fields when its button is clicked.
function box(host, mode, html, options) {
  const root = host.attachShadow({mode, ...options});
  root.innerHTML = html;
  root.querySelector('button')?.addEventListener('click', () => send(root));
  return root;
}

// send posts the fields below the given roots as a form and goes where the answer leads.
async function send(...roots) {
  const body = new URLSearchParams();
  for (const root of roots) {
    for (const field of root.querySelectorAll('input')) body.append(field.name, field.value);
  }
  const answer = await fetch('/submit', {method: 'POST', body});
  location = answer.url;
}

const fields = `
  <label>User name <input name="username" id="username" autocomplete="username"></label>
  <label>Password <input type="password" name="password" id="password" autocomplete="current-password"></label>
  <button id="go">Sign in</button>`;
