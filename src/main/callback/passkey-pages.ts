/** The page on which a passkey is made or used: WebAuthn runs in the system browser, on a host of its own. */
import type { IncomingMessage } from 'node:http';
import type { MessageKey, Translator } from '../../messages/translator';
import type { InternalPages } from './callback-server';
import { escapeHtml, htmlHeaders, htmlPage, type Page, plainHeaders } from './page-text';
import { passkeyScript, scriptPath } from './passkey-script';
import { readBody } from './read-body';

export interface PasskeyRequest {
  readonly kind: 'create' | 'get';
  /** In JSON form, as the service gave them. */
  readonly options: unknown;
  /** Whose passkey it will be, for a new one. */
  readonly account?: string;
  /** Takes the browser's answer; false for one that does not fit, which is then as if it had never come. */
  readonly accept: (answer: unknown) => boolean;
}

export interface PasskeyPages extends InternalPages {
  /** Offers a page until its one answer has come, or the signal is aborted. Answers its path. */
  offer(request: PasskeyRequest, signal: AbortSignal): string;
}

/** Bytes of an answer. */
const maxBodyBytes = 65_536;

/** `newId` gives texts that cannot be guessed. */
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
      // Passkeys belong to a host name, and this page's is localhost.
      if (known === undefined || `http://${headers.host}` !== origin) return null;
      if (method === 'GET') return headers.origin === undefined ? pageOf(known, translator()) : null;
      if (method !== 'POST' || !isOwn(headers, origin)) return null;
      const body = await readJson(request);
      // Another answer may have come while this one was read.
      const isTaken = body !== undefined && offered.get(id) === known && known.accept(body);
      if (isTaken) offered.delete(id);
      return { status: isTaken ? 204 : 400, headers: plainHeaders('text/plain; charset=utf-8'), body: '' };
    },
  };
}

/** Only the page itself posts. */
function isOwn(headers: IncomingMessage['headers'], origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin === origin && headers['content-type'] === 'application/json' && (site === undefined || site === 'same-origin');
}

/** Undefined for what is too long, or no JSON. */
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
