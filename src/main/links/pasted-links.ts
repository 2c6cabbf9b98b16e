/**
 * Takes links out of what mail programs make of them: addresses that lead to the link through a program that checks it, and links that are
 * broken over several lines. The link inside is then parsed as any other, so a wrapper can't make a link trusted.
 */
import { AppError, fail } from '#contract/errors.ts';
import { withoutInvisible } from '#contract/text/visible-text.ts';
import { parseUrl } from '#contract/urls.ts';
import { type ParsedLink, parseLink } from '../callback/parse-link';

interface Wrapper {
  readonly host: RegExp;
  readonly path?: RegExp;
  /** Returns the text of the link inside; null if this form doesn't contain it. */
  readonly inner: (url: URL, text: string) => string | null;
}

/** Reads the link from a query parameter, which must be there once. */
function parameter(...names: readonly string[]): Wrapper['inner'] {
  return ({ searchParams }) => {
    const values = names.flatMap((name) => searchParams.getAll(name));
    return values.length === 1 ? (values[0] ?? null) : null;
  };
}

const opaque: Wrapper['inner'] = () => null;

const wrappers: readonly Wrapper[] = [
  { host: /\.safelinks\.protection\.(?:outlook\.com|office365\.us|outlook\.cn|apps\.mil)$/, inner: parameter('url') },
  { host: /^statics\.teams\.cdn\.office\.net$/, path: /safelinks/, inner: parameter('url') },
  { host: /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, path: /^\/url$/, inner: parameter('q', 'url') },
  { host: /^urldefense(?:\.proofpoint)?\.(?:com|us)$/, path: /^\/v1\//, inner: parameter('u') },
  {
    host: /^urldefense(?:\.proofpoint)?\.(?:com|us)$/,
    path: /^\/v2\//,
    inner: ({ searchParams }) => decodeProofpoint2(searchParams.get('u')),
  },
  { host: /^urldefense(?:\.proofpoint)?\.(?:com|us)$/, path: /^\/v3\//, inner: (_url, text) => decodeProofpoint3(text) },
  { host: /^linkprotect\.cudasvc\.com$/, path: /^\/url$/, inner: parameter('a') },
  { host: /^slack-redir\.net$/, path: /^\/link$/, inner: parameter('url') },
  { host: /^(?:l|lm)\.(?:facebook|instagram|messenger)\.com$|^l\.threads\.(?:net|com)$/, inner: parameter('u') },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, inner: parameter('url') },
  { host: /^(?:www\.)?duckduckgo\.com$/, path: /^\/l\/?$/, inner: parameter('uddg') },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, inner: parameter('q') },
  {
    host: /^(?:www\.)?bing\.com$/,
    path: /^\/ck\/a$/,
    inner: ({ searchParams }) => decodeBase64Url(searchParams.get('u')?.replace(/^a1/, '')),
  },
  { host: /^deref-(?:gmx|web)\.(?:net|de|com)$|^deref-mail\.com$/, inner: parameter('redirectUrl') },
  { host: /\.trendmicro\.com$/, path: /\/clicktime\//, inner: parameter('url') },
  { host: /^clicktime\.symantec\.com$/, inner: parameter('u') },
  { host: /^protect2?\.fireeye\.com$|^protect\d*\.trellix\.com$/, inner: parameter('u') },
  { host: /\.protection\.sophos\.com$/, inner: ({ searchParams }) => decodeBase64Url(searchParams.get('u')) },
  { host: /^scanmail\.trustwave\.com$/, inner: parameter('u') },
  { host: /(?:^|\.)url-protection\.com$/, path: /^\/v1\/url$/, inner: parameter('o') },
  {
    host: /^protect\.checkpoint\.com$|^url\.avanan\.click$/,
    path: /^\/v2\//,
    inner: (_url, text) => /\/___(.+?)___\./.exec(text)?.[1] ?? null,
  },
  { host: /^secure-web\.cisco\.com$/, inner: ({ pathname }) => decodeBarePath(pathname) },
  { host: /\.awstrack\.me$/, path: /^\/L0\//, inner: ({ pathname }) => decodeBarePath(pathname) },
  { host: /(?:^|\.)mimecast(?:protect)?\.com$/, inner: opaque },
  { host: /(?:^|\.)(?:ct\.sendgrid\.net|list-manage\.com|pstmrk\.it|mandrillapp\.com|mailgun\.org)$|^(?:t\.co|lnkd\.in)$/, inner: opaque },
];

/** Maximum number of wrappers around each other, as of a forwarded email. */
const maxDepth = 5;

/**
 * Returns the texts that a pasted text can mean, the likeliest first: without what mail programs add. Throws `link-wrapped` for a link inside
 * a wrapper that only the program that made it can open.
 */
function unwrapLink(text: string): readonly string[] {
  const links: string[] = [];
  const failures: unknown[] = [];
  for (const each of joined(text)) {
    try {
      links.push(innermost(each));
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  if (links.length === 0 && failures.length > 0) throw failures[0];
  return [...new Set(links)];
}

/** Whether a text that isn't a link that Latchkey knows contains another link, as that of an unknown wrapper. */
function containsLink(text: string): boolean {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  const isLink = (value: string) => /^(?:https?|latchkey):\/\//i.test(value);
  return [...url.searchParams.values()].some(isLink) || /https?(?::|%3a)/i.test(url.pathname);
}

/** Characters around a link in texts, chats, and code. */
const around = /^[\s<("'“„‘«‹`[]+|(?<![\s>)"'”“’»›`\]])[\s>)"'”“’»›`\]]+$/g;
const emphasis = /^([*_]{1,3})(.*)\1$/s;

/**
 * Returns a text without brackets, quotes, and line breaks: as it is, as text with soft breaks, whose signs may be encoded, and only the link
 * within it.
 */
function joined(text: string): readonly string[] {
  const whole = withoutInvisible(text)
    .trim()
    .replace(/^(?:>[ \t]?)+/, '')
    .trim()
    .replace(/\\\//g, '/')
    .replace(/\\u0026/gi, '&');
  const bare = whole.replace(emphasis, '$2').replace(around, '');
  const [within = ''] = /(?<![\w=/?&%.-])(?:https?|latchkey):\/\/[^\s<>"'`“”»›]+/i.exec(whole) ?? [];
  // A line of a quoted email starts with marks.
  const isBroken = /\s/.test(bare.trim());
  const lines = bare.trim().replace(/\s+(?:>\s*)*/g, isBroken ? '\n' : '');
  const plain = lines.replaceAll('\n', '').replace(/^URL:/i, '');
  const withoutBreaks = lines.replace(/=\n/g, '').replaceAll('\n', '');
  const decoded = withoutBreaks.replace(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const links = [plain, withoutBreaks, decoded, within.replace(around, ''), within.replace(/\].*$/, '')];
  return [...new Set(links)].filter((link) => link !== '');
}

function innermost(text: string): string {
  let link = text;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const url = /^https?:\/\//i.test(link) ? parseUrl(link) : null;
    if (url === null) return link;
    const wrapper = wrappers.find(({ host, path }) => host.test(url.hostname) && (path?.test(url.pathname) ?? true));
    if (wrapper === undefined || url.username !== '' || url.password !== '' || url.port !== '') return link;
    const inner = wrapper.inner(url, link)?.trim() ?? null;
    if (inner === null || !/^(?:https?|latchkey):\/\//i.test(inner)) throw fail('link-wrapped');
    link = inner;
  }
  throw fail('link-wrapped');
}

/** The forms in which programs that check links write the link inside their own. Each returns null for another form. */

/** Proofpoint URL Defense 2: percent signs as `-`, slashes as `_`. */
function decodeProofpoint2(text: string | null): string | null {
  return text === null ? null : decoded(text.replaceAll('-', '%').replaceAll('_', '/'));
}

/**
 * Proofpoint URL Defense 3: the link between `__`, in which each `*` replaces the next of the characters that follow encoded, and `**`
 * with a letter for several of them.
 */
function decodeProofpoint3(text: string): string | null {
  const [, link, encoded] = /\/v3\/__(.+?)__;([\w-]*)!/.exec(text) ?? [];
  if (link === undefined || encoded === undefined) return null;
  const characters = decodeBase64Url(encoded) ?? '';
  let used = 0;
  const next = (count: number) => {
    used += count;
    return characters.slice(used - count, used);
  };
  const lengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const whole = link.replace(/\*(?:\*([\w-]))?/g, (_mark, run?: string) => next(run === undefined ? 1 : lengths.indexOf(run) + 2));
  // Some programs remove one of the slashes.
  return whole.replace(/^(https?:)\/+/i, '$1//');
}

/** Text in the Base64 of URLs. */
function decodeBase64Url(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !/^[\w-]*={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64url').toString('utf8');
}

/** A link as one encoded part of a path. */
function decodeBarePath(pathname: string): string | null {
  const part = pathname.split('/').find((each) => /^https?%3a/i.test(each) || /^https?:%2f/i.test(each));
  return part === undefined ? null : decoded(part);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Parses a link as `parseLink` does, without what mail programs add. Throws its codes, and `link-wrapped` for an unknown wrapper. */
export function parsePastedLink(text: string, bases: readonly string[]): ParsedLink {
  const failures: AppError[] = [];
  const candidates = unwrapLink(text);
  for (const candidate of candidates) {
    try {
      return parseLink(candidate, bases);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      failures.push(thrown);
    }
  }
  const [first] = failures;
  if (first?.code === 'link-unreadable' && candidates.some(containsLink)) throw fail('link-wrapped');
  throw first ?? fail('link-unreadable');
}
