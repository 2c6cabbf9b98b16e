/** The text of a problem report, and the link that hands it to the project's issue page. */
import { productLinks } from './product-links';

export interface ProblemReport {
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

export interface IssueQuery {
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

const privateParts: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
  [/\b(?!app:)[a-z][a-z\d+.-]*:\/\/[^\s)'"<>]+/gi, '[url]'],
  [/(?:\/(?:home|Users)\/|\b[A-Z]:\\Users\\)[^/\\\s:)'"]+/g, '~'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[ip]'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi, '[ip]'],
  [/\b(?=[\w-]*\d)[\w-]{20,}\b/g, '[id]'],
];

/** Replaces what could identify a user, a server, or a secret in the text of an error. */
export function withoutPrivateParts(text: string): string {
  return privateParts.reduce((found, [pattern, name]) => found.replace(pattern, name), text);
}
