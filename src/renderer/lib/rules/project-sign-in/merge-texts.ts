/** The texts of the account merge strategies. */
import type { MessageKey } from '../../../../messages/translator';
import type { MergeStrategy } from './project-sign-in';

export const mergeTexts: Readonly<Record<MergeStrategy, { readonly name: MessageKey; readonly text: MessageKey }>> = {
  link_method: { name: 'sign-in-methods.merge.link', text: 'sign-in-methods.merge.link.text' },
  raise_error: { name: 'sign-in-methods.merge.refuse', text: 'sign-in-methods.merge.refuse.text' },
  allow_duplicates: { name: 'sign-in-methods.merge.duplicate', text: 'sign-in-methods.merge.duplicate.text' },
};
