/** The page on which a passkey is created or used: WebAuthn runs in the system browser, on localhost. */
import type { IncomingMessage } from 'node:http';
import type { MessageKey, Translator } from '#messages/translator.ts';
import type { InternalPages } from './callback-server';
import { readBody } from './check-request';
import { escapeHtml, htmlHeaders, htmlPage, type Page, plainHeaders } from './page-text';

export interface PasskeyRequest {
  readonly kind: 'create' | 'get';
  /** The WebAuthn options in JSON form, as the service returned them. */
  readonly options: unknown;
  /** Name of the account for which the passkey is created. */
  readonly account?: string;
  /** Accepts the browser's response. Returns false for an invalid one, which is then ignored. */
  readonly accept: (answer: unknown) => boolean;
}

export interface PasskeyPages extends InternalPages {
  /** Serves a page until it has a response or `signal` is aborted. Returns its path. */
  offer(request: PasskeyRequest, signal: AbortSignal): string;
}

const maxBodyBytes = 65_536;

/** Creates the pages. `newId` returns texts that can't be guessed. */
export function createPasskeyPages(newId: () => string, translator: () => Translator): PasskeyPages {
  const offered = new Map<string, PasskeyRequest>();
  return {
    offer(request, signal) {
      const id = newId();
      offered.set(id, request);
      signal.addEventListener('abort', () => offered.delete(id), { once: true });
      return `/latchkey/passkey/${id}`;
    },
    async answer(request, path, origin) {
      const { method, headers } = request;
      if (path === scriptPath) return method === 'GET' ? scriptFile() : null;
      const id = /^passkey\/(\w{16,64})$/.exec(path)?.[1] ?? '';
      const known = offered.get(id);
      // Passkeys are bound to a host name, which is localhost for this page.
      if (known === undefined || `http://${headers.host}` !== origin) return null;
      if (method === 'GET') return headers.origin === undefined ? pageOf(known, translator()) : null;
      if (method !== 'POST' || !isOwn(headers, origin)) return null;
      const body = await readJson(request);
      // Another response may have been accepted while this body was read.
      const isTaken = body !== undefined && offered.get(id) === known && known.accept(body);
      if (isTaken) offered.delete(id);
      return { status: isTaken ? 204 : 400, headers: plainHeaders('text/plain; charset=utf-8'), body: '' };
    },
  };
}

/** Whether a request was sent by the page itself. */
function isOwn(headers: IncomingMessage['headers'], origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin === origin && headers['content-type'] === 'application/json' && (site === undefined || site === 'same-origin');
}

/** Returns the body as JSON; undefined when it is too long or isn't JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await readBody(request, maxBodyBytes)) ?? '');
  } catch {
    return undefined;
  }
}

function scriptFile(): Page {
  return { status: 200, headers: plainHeaders('text/javascript; charset=utf-8'), body: passkeyScript };
}

const parts = ['cancelled', 'done', 'lost', 'unsupported'] as const;

function pageOf({ kind, options, account = '' }: PasskeyRequest, translator: Translator): Page {
  const { t } = translator;
  const title = t(`handler.passkey.${kind}.title`, { account });
  const hidden = parts.map((part) => paragraph(t(`handler.passkey.${part}` satisfies MessageKey), part, true));
  const content = [
    paragraph(t(`handler.passkey.${kind}.text`), 'start', false),
    ...hidden,
    `<button type="button">${escapeHtml(t(`handler.passkey.${kind}`))}</button>`,
  ].join('');
  const body = htmlPage(translator, title, content, {
    head: `<script src="/latchkey/${scriptPath}" defer></script>`,
    data: JSON.stringify({ kind, options }),
  });
  return { status: 200, headers: htmlHeaders("style-src 'self'; script-src 'self'; connect-src 'self'"), body };
}

function paragraph(text: string, part: string, isHidden: boolean): string {
  return `<p data-part="${part}" role="status"${isHidden ? ' hidden' : ''}>${escapeHtml(text)}</p>`;
}

/** Path of the script that runs on the passkey page, in the user's browser. */
const scriptPath = 'passkey.js';

/**
 * Calls WebAuthn and posts its result once. Uses WebAuthn level 2, which every browser with passkeys supports; binary values are sent as
 * base64url.
 */
const passkeyScript = `'use strict';
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
