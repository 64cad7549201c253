/** The script of the API reference: logs in, and sends requests to try. Stores nothing in the browser. */
export const PAGE_SCRIPT = `'use strict';
const logIn = document.querySelector('#log-in form');
const valueOf = (name) => logIn.elements[name]?.value.trim() ?? '';
const heading = document.querySelector('#log-in summary');
const invitation = heading.textContent;
let token = '';

async function enter() {
  const status = logIn.querySelector('[role=status]');
  const headers = { 'content-type': 'application/json' };
  if (valueOf('apikey')) headers.apikey = valueOf('apikey');
  const body = JSON.stringify({ username: valueOf('username'), password: valueOf('password') });
  try {
    const answer = await (await fetch(logIn.dataset.address, { method: 'POST', headers, body })).json();
    token = answer.data?.access_token ?? '';
    status.textContent = token ? 'Logged in as ' + valueOf('username') + '.' : answer.message;
    if (token) heading.textContent = status.textContent;
  } catch (error) {
    status.textContent = String(error);
  }
}

logIn.addEventListener('submit', (event) => {
  event.preventDefault();
  void enter();
});
// A token is only valid for the credentials it was issued for.
logIn.addEventListener('input', () => {
  token = '';
  heading.textContent = invitation;
});

function requestOf(form) {
  const { method, path, key, token: needsToken } = form.dataset;
  const headers = {};
  const query = new URLSearchParams();
  let address = path;
  for (const input of form.querySelectorAll('input')) {
    const value = input.value.trim();
    if (value === '') continue;
    if (input.dataset.in === 'path') address = address.replace('{' + input.name + '}', encodeURIComponent(value));
    else if (input.dataset.in === 'query') query.append(input.name, value);
    else if (input.dataset.in === 'header') headers[input.name] = value;
  }
  if (key === 'true' && valueOf('apikey')) headers.apikey = valueOf('apikey');
  if (needsToken === 'true' && token) headers.authorization = 'Bearer ' + token;
  const body = form.elements.body?.value;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const search = query.size > 0 ? '?' + query : '';
  return [address + search, { method: method.toUpperCase(), headers, body }];
}

async function send(form) {
  const shown = form.querySelector('pre');
  shown.hidden = false;
  shown.textContent = 'Sending …';
  try {
    if (form.dataset.token === 'true' && !token && valueOf('password')) await enter();
    const [address, request] = requestOf(form);
    const answer = await fetch(address, request);
    const text = await answer.text();
    let body = text;
    try {
      body = JSON.stringify(JSON.parse(text), null, 2);
    } catch {}
    shown.textContent = request.method + ' ' + address + '\\n' + answer.status + ' ' + answer.statusText + '\\n\\n' + body;
  } catch (error) {
    shown.textContent = String(error);
  }
}

for (const form of document.querySelectorAll('form.try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

// On a phone the index is closed, so that the first operation is visible.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('nav details').open = false;
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', openTarget);
openTarget();
`;
