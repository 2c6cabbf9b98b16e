import type { JsonValue } from '#contract/service/models/fields.ts';
import type { Translator } from '#messages/translator.ts';
import type { ChangeText } from '#parts/conflict/change-list.tsx';
import type { JsonChange } from '#parts/conflict/json-changes.ts';

/** Returns a change of the trusted domains, or of the switch for localhost, in the user's words. */
export function domainChangeText({ t }: Translator, { path, before, after }: JsonChange): ChangeText {
  const [part = '', domain] = path;
  if (domain !== undefined) return { place: domain, before: pathText(before), after: pathText(after) };
  const onOff = (value: JsonValue | undefined) =>
    typeof value === 'boolean' ? t(value ? 'users.value.on' : 'users.value.off') : undefined;
  return { place: part === 'allow_localhost' ? t('domains.localhost') : t('domains.title'), before: onOff(before), after: onOff(after) };
}

const pathText = (value: JsonValue | undefined) => (typeof value === 'string' ? value : undefined);
