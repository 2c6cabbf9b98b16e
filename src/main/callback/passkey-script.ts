/** Path of the script that runs on the passkey page, in the user's browser. */
export const scriptPath = 'passkey.js';

/**
 * Calls WebAuthn and posts its result once. Uses WebAuthn level 2, which every browser with passkeys supports; binary values are sent as
 * base64url.
 */
export const passkeyScript = `'use strict';
const main = document.querySelector('main');
const button = main.querySelector('button');
const { kind, options } = JSON.parse(main.dataset.request);
const show = (name) => {
  for (const part of main.querySelectorAll('[data-part]')) part.hidden = part.dataset.part !== name;
};
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
const text = (buffer) => {
  const all = Array.from(new Uint8Array(buffer), (one) => String.fromCharCode(one)).join('');
  return btoa(all).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
};
const listed = (all) => all.map((one) => ({ ...one, id: bytes(one.id) }));

const asked = () => {
  const challenge = bytes(options.challenge);
  if (kind === 'get') return { ...options, challenge, rpId: location.hostname, allowCredentials: listed(options.allowCredentials) };
  return {
    ...options,
    challenge,
    rp: { ...options.rp, id: location.hostname },
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: listed(options.excludeCredentials),
  };
};

const answered = (response) => {
  const { attestationObject, authenticatorData, clientDataJSON, signature, userHandle } = response;
  if (kind === 'get') {
    return {
      authenticatorData: text(authenticatorData),
      clientDataJSON: text(clientDataJSON),
      signature: text(signature),
      ...(userHandle ? { userHandle: text(userHandle) } : {}),
    };
  }
  const transports = response.getTransports ? { transports: response.getTransports() } : {};
  return { attestationObject: text(attestationObject), clientDataJSON: text(clientDataJSON), ...transports };
};

const ask = async () => {
  button.disabled = true;
  try {
    const publicKey = asked();
    const found = await (kind === 'get' ? navigator.credentials.get({ publicKey }) : navigator.credentials.create({ publicKey }));
    const attachment = found.authenticatorAttachment;
    const body = JSON.stringify({
      id: found.id,
      rawId: text(found.rawId),
      type: found.type,
      response: answered(found.response),
      clientExtensionResults: found.getClientExtensionResults(),
      ...(attachment ? { authenticatorAttachment: attachment } : {}),
    });
    const answer = await fetch(location.pathname, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    show(answer.ok ? 'done' : 'lost');
    button.hidden = true;
  } catch (problem) {
    // The user can try again after a timeout or after canceling.
    show(problem instanceof TypeError ? 'lost' : 'cancelled');
    button.disabled = false;
  }
};

if (navigator.credentials && window.PublicKeyCredential) button.addEventListener('click', () => void ask());
else {
  show('unsupported');
  button.hidden = true;
}
`;
