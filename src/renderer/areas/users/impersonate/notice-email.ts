/** The email that tells a user of an impersonation: in which language, and as what it is sent. */

import { escapeHtml } from '#contract/email-template/render.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { languages, type TextLanguage, type Translator } from '#messages/translator.ts';

export interface NoticeEmail {
  readonly subject: string;
  readonly text: string;
}

/** Fields of metadata in which projects store the language of a user. The service has no field for it. */
const languageFields = ['locale', 'language', 'lang'];

/** Returns the language that the project has stored for a user, if there is an email text in it; undefined if that isn’t known. */
export function languageOfUser(
  user: Pick<ServerUser, 'client_metadata' | 'client_read_only_metadata' | 'server_metadata'>,
): TextLanguage | undefined {
  const stored = [user.client_metadata, user.client_read_only_metadata, user.server_metadata];
  for (const metadata of stored) {
    if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) continue;
    for (const field of languageFields) {
      const tag = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
      const base = typeof tag === 'string' ? tag.toLowerCase().split(/[-_]/)[0] : undefined;
      const known = languages.find((language) => language === base);
      if (known !== undefined) return known;
    }
  }
  return undefined;
}

export interface NoticeFacts {
  readonly name: string | null;
  readonly project: string;
  readonly now: number;
  readonly durationMillis: number;
}

/** Returns the email in the language of the translator, to be edited. */
export function noticeEmail({ t, locale }: Translator, { name, project, now, durationMillis }: NoticeFacts): NoticeEmail {
  const values = { name: name ?? 'none', project, time: dateTime(now, locale), duration: durationText(durationMillis, locale) };
  return { subject: t('impersonation.email.default-subject', values), text: t('impersonation.email.default-text', values) };
}

/** Returns the text as HTML: paragraphs, and lines in them. */
export function htmlOfText(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`).join('');
}
