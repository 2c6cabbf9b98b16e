/** The text of a problem report, and the link that hands it to the project's issue page. */
import type { AppInfo, UpdateState } from '../bridge/app';
import { productLinks } from './product-links';

// What a problem report says about this copy of Latchkey. In English, because it is read by those who develop it.

/** Returns the facts as lines of text, without secrets, and without the name of the user in the path of the data folder. */
export function systemReport(info: AppInfo, update: UpdateState): string {
  return [
    `Latchkey ${info.version}${info.automation ? ' (automation build)' : ''}, ${info.host} host`,
    `System: ${info.system} (${info.platform} ${info.arch})`,
    info.runtimes.map(({ name, version }) => `${name} ${version}`).join(', '),
    `Keychain: ${info.keychain}`,
    `Data folder: ${info.profileShown}`,
    `Updates: ${[update.state, ...('reason' in update ? [`(${update.reason})`] : []), ...('version' in update ? [update.version] : [])].join(' ')}`,
  ].join('\n');
}

interface ProblemReport {
  /** What {@link systemReport} returns. */
  readonly system: string;
  /** The last warnings and errors of the log, codes only. */
  readonly lines: readonly string[];
  /** The error that the report is about. */
  readonly error?: string | undefined;
}

/** Returns the body of a report, for the user to complete. `prompt` asks for what happened. */
export function reportBody({ system, lines, error }: ProblemReport, prompt: string): string {
  const block = (title: string, text: string) => (text === '' ? [] : [`### ${title}\n\`\`\`\n${text}\n\`\`\``]);
  return [
    prompt,
    ...block('Error', error === undefined ? '' : withoutPrivateParts(error)),
    ...block('System', system),
    ...block('Log', lines.join('\n')),
  ].join('\n\n');
}

/** Maximum length of a link: servers refuse longer ones, and Windows cuts what it passes to a browser. */
const maxLength = (platform: string) => (platform === 'win32' ? 2000 : 7000);

interface IssueQuery {
  readonly query: Readonly<Record<string, string>>;
  readonly isComplete: boolean;
}

/** Returns the query of the link to a new issue. A body that doesn't fit is left out, and `isComplete` is false. */
export function issueQuery(title: string, body: string, platform: string): IssueQuery {
  const full = { title, body };
  const { length } = `${productLinks.newIssue}?${new URLSearchParams(full)}`;
  if (length <= maxLength(platform)) return { query: full, isComplete: true };
  return { query: { title: [...title].slice(0, 100).join('') }, isComplete: false };
}

/** A label of a host name, in any language. */
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?`;
const notInWord = String.raw`(?<![\p{L}\p{N}_./-])`;
/** Not followed by more of the name, nor by characters that make it an expression or a function of a program. */
const notInCode = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}]|\(| \(| is (?:not (?:an?|iterable|defined)\b|undefined|null))`;
const notFile = String.raw`(?!(?:[cm]?[jt]sx?|json|css|html?|md|txt|log|db|so|sh|py|rs|node|pem|crt|asar)(?![\p{L}\p{N}]))`;
const usualEndings =
  'com|net|org|info|biz|edu|gov|mil|int|dev|app|cloud|example|test|invalid|localhost|local|localdomain|internal|intranet|lan|corp|home|arpa';

const privateParts: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\p{M}\p{N}_.+'’-]{1,256}@(?!\w+:\/\/)[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*/gu, '[email]'],
  [/\b(?!app:)[a-z][a-z\d+.-]{0,40}:\/\/[^\s)'"<>]+/gi, '[url]'],
  // Names of users contain spaces only on Windows, where a separator follows.
  [/\b[A-Z]:[\\/]Users[\\/](?:[^/\\:()'"\n]+(?=[\\/])|[^/\\\s:)'"]+)/gi, '~'],
  [/\/(?:home|Users)\/[^/\\\s:)'"]+/g, '~'],
  [/(?<![\w:.])(?=:*[\da-f])(?=[\da-f:]*::|(?:[\da-f]{1,4}:){4})[\da-f:]*(?:[\da-f]|::)(?:\.\d{1,3}){0,3}(?:%[\w-]+)?(?!\w|:\w)/gi, '[ip]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  [/(?<![A-Za-z\d])(?:(?:pck|ssk|sak)_[\w-]+|eyJ[\w-]+(?:\.[\w-]+)*)/g, '[id]'],
  [/(?<=(?<![\w-])-*)\b(?=[\w-]*\d)[\w-]{20,}\b/g, '[id]'],
  [/(?<=\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Host:) |\bDNS:)[^\s:,;'"()[\]]+/g, '[host]'],
  [new RegExp(`${notInWord}(?:${label}\\.)+${notFile}(?:${usualEndings}|[a-z]{2}|xn--[a-z\\d-]+)${notInCode}`, 'giu'), '[host]'],
  [new RegExp(`${notInWord}(?:[a-z\\d-]+\\.){2,}${notFile}[a-z]{2,}${notInCode}`, 'gu'), '[host]'],
];

/** Maximum length (characters) of an error's text: looking for names in a long one takes seconds. */
const maxErrorLength = 10_000;

/**
 * Replaces what could identify a user, a server, or a secret in the text of an error. A longer text is cut at its last space, because half a
 * name couldn’t be found.
 */
export function withoutPrivateParts(text: string): string {
  const cut = text.length > maxErrorLength ? text.slice(0, maxErrorLength).replace(/(?<!\S)\S+$/, '') : text;
  return privateParts.reduce((found, [pattern, name]) => found.replace(pattern, name), cut);
}
