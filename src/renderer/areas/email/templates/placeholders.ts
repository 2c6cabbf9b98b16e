/** Placeholders in the texts of templates (wire/endpoints 9.2): values by name, and conditions on them. */
import type { TemplateType } from '#contract/service/models/mail-models.ts';

export const placeholdersOf: Readonly<Record<TemplateType, readonly string[]>> = {
  email_verification: ['userDisplayName', 'projectDisplayName', 'emailVerificationLink'],
  password_reset: ['userDisplayName', 'projectDisplayName', 'passwordResetLink'],
  magic_link: ['userDisplayName', 'projectDisplayName', 'magicLink', 'otp'],
  team_invitation: ['userDisplayName', 'projectDisplayName', 'teamDisplayName', 'teamInvitationLink'],
  sign_in_invitation: ['userDisplayName', 'projectDisplayName', 'teamDisplayName', 'signInInvitationLink'],
};

export interface PlaceholderProblem {
  /** A name that the type of template doesn't have, or a text in braces that isn't one. */
  readonly kind: 'unknown' | 'syntax';
  readonly text: string;
}

type Part =
  | { readonly kind: 'text' | 'value' | 'if' | 'unless' | 'invalid'; readonly text: string }
  | { readonly kind: 'else' | 'end' | 'comment'; readonly text: string };

const maxLength = 50_000;

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('{{', at);
    if (start > at || start < 0) parts.push({ kind: 'text', text: text.slice(at, start < 0 ? undefined : start) });
    if (start < 0) break;
    const [open, close] = text.startsWith('{{{', start) ? ['{{{', '}}}'] : ['{{', '}}'];
    const end = text.indexOf(close, start);
    if (end < 0) return [...parts, { kind: 'invalid', text: text.slice(start, start + 40) }];
    parts.push(partOf(text.slice(start + open.length, end)));
    at = end + close.length;
  }
  return parts;
}

function partOf(inner: string): Part {
  const words = inner.replace(/^~|~$/g, '').trim();
  if (words.startsWith('!')) return { kind: 'comment', text: '' };
  if (words === 'else' || words === '^') return { kind: 'else', text: '' };
  const end = /^\/\s*(if|unless)$/.exec(words);
  if (end !== null) return { kind: 'end', text: end[1] ?? '' };
  const condition = /^#\s*(if|unless)\s+(\w+)$/.exec(words);
  if (condition !== null) return { kind: condition[1] as 'if' | 'unless', text: condition[2] ?? '' };
  return { kind: /^\w+$/.test(words) ? 'value' : 'invalid', text: words };
}

/** Returns what is wrong with the placeholders of a text, each problem once. */
export function placeholderProblems(text: string, known: readonly string[]): readonly PlaceholderProblem[] {
  if (text.length > maxLength) return [{ kind: 'syntax', text: text.slice(0, 40) }];
  const found = new Map<string, PlaceholderProblem>();
  const add = (kind: PlaceholderProblem['kind'], about: string) => found.set(`${kind} ${about}`, { kind, text: about });
  const open: string[] = [];
  for (const part of partsOf(text)) {
    if (part.kind === 'invalid') add('syntax', part.text);
    if ((part.kind === 'value' || part.kind === 'if' || part.kind === 'unless') && !known.includes(part.text)) add('unknown', part.text);
    if (part.kind === 'if' || part.kind === 'unless') open.push(part.kind);
    if (part.kind === 'else' && open.length === 0) add('syntax', 'else');
    if (part.kind === 'end' && open.pop() !== part.text) add('syntax', `/${part.text}`);
  }
  for (const kind of open) add('syntax', `#${kind}`);
  return [...found.values()];
}

/** Returns a text with its placeholders filled. Those without a value stay, so that the preview shows them. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  const shown: boolean[] = [];
  let filled = '';
  const textOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  for (const part of partsOf(text)) {
    if (part.kind === 'if' || part.kind === 'unless') shown.push(Boolean(textOf(part.text)) === (part.kind === 'if'));
    else if (part.kind === 'else') shown.push(!shown.pop());
    else if (part.kind === 'end') shown.pop();
    else if (!shown.includes(false)) filled += part.kind === 'value' ? (textOf(part.text) ?? `{{ ${part.text} }}`) : part.text;
  }
  return filled;
}
