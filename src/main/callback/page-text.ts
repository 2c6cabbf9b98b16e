/** Small static pages for browsers, without scripts except the app's own, and never cached. */
import type { MessageKey, Translator } from '#messages/translator.ts';

/** Kind of a page that only contains text. */
export type PageKind = 'locked' | 'link' | 'callback' | 'failed' | 'ignored' | 'incomplete' | 'expired' | 'refused';

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const texts = {
  locked: { status: 200, title: 'handler.locked.title', text: 'handler.locked.text' },
  link: { status: 200, title: 'handler.back.title', text: 'handler.link.text' },
  callback: { status: 200, title: 'handler.back.title', text: 'handler.callback.text' },
  failed: { status: 200, title: 'handler.back.title', text: 'handler.failed.text' },
  ignored: { status: 400, title: 'handler.ignored.title', text: 'handler.ignored.text' },
  incomplete: { status: 400, title: 'handler.incomplete.title', text: 'handler.incomplete.text' },
  expired: { status: 410, title: 'handler.expired.title', text: 'handler.expired.text' },
  refused: { status: 404, title: 'handler.refused.title', text: 'handler.refused.text' },
} as const satisfies Readonly<Record<PageKind, { readonly status: number; readonly title: MessageKey; readonly text: MessageKey }>>;

/** Returns a page that only contains text. */
export function plainPage(kind: PageKind, translator: Translator): Page {
  const { status, title, text } = texts[kind];
  const { t } = translator;
  return { status, headers: htmlHeaders("style-src 'self'"), body: htmlPage(translator, t(title), `<p>${escapeHtml(t(text))}</p>`) };
}

/** Returns a page's HTML. `content` and `head` are HTML already; `data` is read by the page's script. */
export function htmlPage({ t, language }: Translator, title: string, content: string, { head = '', data = '' } = {}): string {
  return [
    '<!doctype html>',
    `<html lang="${language === 'pseudo' ? 'en' : language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} · ${escapeHtml(t('app.name'))}</title>`,
    `<link rel="stylesheet" href="${stylePath}">${head}</head>`,
    `<body><main${data === '' ? '' : ` data-request="${escapeHtml(data)}"`}><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
  ].join('\n');
}

/** Returns the headers of a page whose policy allows nothing but `sources`, and forms only to `formAction`. No page is ever framed. */
export function htmlHeaders(sources: string, formAction: "'none'" | "'self'" = "'none'"): Record<string, string> {
  return {
    ...plainHeaders('text/html; charset=utf-8'),
    'content-security-policy': `default-src 'none'; ${sources}; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}

export function plainHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    connection: 'close',
  };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export const stylePath = '/latchkey/page.css';

/** Styles of the pages, with the colors of the app's own page. */
export const style = `
:root { color-scheme: light dark; --back: #f7f7f5; --card: #fff; --text: #1c1c1a; --soft: #55554f; --line: #dcdcd6; --accent: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  :root { --back: #161615; --card: #20201e; --text: #f0f0ec; --soft: #b4b4ac; --line: #3a3a36; --accent: #8ab4f8; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 1rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: 0 0 1rem; color: var(--soft); }
p:last-child { margin-bottom: 0; }
button { font: inherit; padding: .5rem 1rem; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--card); cursor: pointer; }
button.plain { background: transparent; border-color: var(--line); color: var(--text); }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button[disabled] { opacity: .5; cursor: default; }
[hidden] { display: none; }
`;
