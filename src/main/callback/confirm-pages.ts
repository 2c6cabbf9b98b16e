/**
 * Pages on which users confirm an action, for hosts without dialogs. They open in the system browser, have no scripts, and are never
 * framed; the app's own page knows neither their address nor their content.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { fail } from '#contract/errors.ts';
import type { Translator } from '#messages/translator.ts';
import { type GoLinks, goLinkMillis } from '../loopback/go-links';
import { isNavigation } from '../loopback/navigation';
import type { HostConfirmation, Ports } from '../ports/ports';
import type { CallbackServer, InternalPages } from './callback-server';
import { readBody } from './check-request';
import { escapeHtml, htmlHeaders, htmlPage, type Page, plainHeaders, plainPage } from './page-text';

export interface ConfirmPages extends InternalPages {
  /** Serves a page until the user decides or `signal` is aborted. Returns its path; `decision` resolves to whether the user approved. */
  offer(confirmation: HostConfirmation, signal: AbortSignal): { readonly path: string; readonly decision: Promise<boolean> };
}

interface Offered {
  readonly confirmation: HostConfirmation;
  /** Only the page's own body contains it. */
  readonly token: string;
  readonly decide: (isApproved: boolean) => void;
}

const maxAnswerBytes = 1_024;

/** Creates the pages. `newId` returns texts that can't be guessed. */
export function createConfirmPages(newId: () => string, translator: () => Translator): ConfirmPages {
  const offered = new Map<string, Offered>();
  return {
    offer(confirmation, signal) {
      const id = newId();
      let decide: Offered['decide'] = () => undefined;
      const decision = new Promise<boolean>((resolve) => {
        decide = resolve;
      });
      offered.set(id, { confirmation, token: newId(), decide });
      signal.addEventListener('abort', () => offered.delete(id), { once: true });
      return { path: `/latchkey/confirm/${id}`, decision };
    },
    async answer(request, path, origin) {
      const id = /^confirm\/(\w{16,64})$/.exec(path)?.[1];
      if (id === undefined || !isOwnTab(request.headers, origin)) return null;
      const isAnswer = request.method === 'POST' && isOwnForm(request.headers, origin);
      if (!isAnswer && request.method !== 'GET') return null;
      const body = isAnswer ? await readAnswer(request) : null;
      // Looked up after the body was read, because another request or `signal` may have ended the confirmation in the meantime.
      const known = offered.get(id);
      if (known === undefined) return outcomePage('ended', translator());
      if (!isAnswer) return questionPage(known, translator());
      const isApproved = body !== null && isSame(body.token, known.token) ? decisionOf(body.decision) : null;
      if (isApproved === null) return null;
      offered.delete(id);
      known.decide(isApproved);
      return outcomePage(isApproved ? 'approved' : 'canceled', translator());
    },
  };
}

/** Whether a request comes from a tab that the system opened at this address, or from the page in it; other pages can't open it. */
function isOwnTab(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return `http://${headers.host}` === origin && isNavigation(headers) && (site === 'none' || site === 'same-origin');
}

function isOwnForm(headers: IncomingHttpHeaders, origin: string): boolean {
  return headers.origin === origin && headers['content-type'] === 'application/x-www-form-urlencoded';
}

/** Returns the form's fields; null unless it has exactly these two. */
async function readAnswer(request: IncomingMessage): Promise<{ token: string; decision: string } | null> {
  const fields = [...new URLSearchParams((await readBody(request, maxAnswerBytes)) ?? '')];
  const [[first, token = ''] = [], [second, decision = ''] = []] = fields;
  return fields.length === 2 && first === 'token' && second === 'decision' ? { token, decision } : null;
}

function decisionOf(text: string): boolean | null {
  if (text === 'approve') return true;
  return text === 'cancel' ? false : null;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function questionPage({ confirmation, token }: Offered, translator: Translator): Page {
  const { title, facts, consequences, confirmLabel, cancelLabel } = confirmation;
  const rows = facts.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`);
  // The first button is the one that Enter presses.
  const form = [
    '<form method="post" autocomplete="off">',
    `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    `<button name="decision" value="cancel" autofocus>${escapeHtml(cancelLabel)}</button>`,
    `<button name="decision" value="approve" class="plain">${escapeHtml(confirmLabel)}</button>`,
    '</form>',
  ];
  const text = consequences.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  return { status: 200, headers, body: htmlPage(translator, title, [`<dl>${rows.join('')}</dl>`, ...text, ...form].join('')) };
}

function outcomePage(outcome: 'approved' | 'canceled' | 'ended', translator: Translator): Page {
  const { t } = translator;
  const content = `<p>${escapeHtml(t(`handler.confirm.${outcome}.text`))}</p>`;
  return { status: outcome === 'ended' ? 410 : 200, headers, body: htmlPage(translator, t(`handler.confirm.${outcome}.title`), content) };
}

const headers = {
  ...htmlHeaders("style-src 'self'", "'self'"),
  // Without a referrer, browsers send the form with an opaque origin.
  'referrer-policy': 'same-origin',
};

/** Creates the pages that redirect to the opened URL. */
export function createGoPages(links: GoLinks, translator: () => Translator): InternalPages {
  return {
    async answer({ method, headers }, path) {
      const id = /^go\/(\w+)$/.exec(path)?.[1];
      if (id === undefined || method !== 'GET' || !isNavigation(headers)) return null;
      const target = links.take(id);
      if (target === null) return plainPage('expired', translator());
      return { status: 302, headers: { ...plainHeaders('text/plain; charset=utf-8'), location: target }, body: '' };
    },
  };
}

interface GoAddressDeps {
  readonly callbackServer: Pick<CallbackServer, 'listenFor'>;
  readonly links: GoLinks;
}

/** Returns a URL that redirects once to a web URL, which it doesn't contain. Throws `browser-not-opened`. */
export type GoAddress = (url: string) => Promise<string>;

/** Creates the function. The callback server listens as long as the link is valid. */
export function createGoAddress({ callbackServer, links }: GoAddressDeps): GoAddress {
  return async (url) => {
    if (!/^(https?|otpauth):\/\//.test(url)) throw fail('browser-not-opened');
    const origin = await callbackServer.listenFor(goLinkMillis).catch((cause: unknown) => {
      throw fail('browser-not-opened', {}, cause);
    });
    return `${origin}${links.add(url)}`;
  };
}

/**
 * Creates the function that opens a web URL through a single-use link, because other users may see the URL that is opened. Throws
 * `browser-not-opened`.
 */
export function createBrowserOpener(goAddress: GoAddress, openUrl: Ports['openUrl']): Ports['openUrl'] {
  return async (url) => openUrl(await goAddress(url));
}
