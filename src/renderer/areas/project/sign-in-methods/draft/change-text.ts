/** The changes of the draft in words. */

import { formatNames } from '#lib/intl/format.ts';
import type { MergeStrategy, ProviderSetup, SignInSwitch } from '#lib/rules/project-sign-in.ts';
import { mergeTexts } from '#lib/rules/project-sign-in.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import type { Translator } from '#messages/translator.ts';
import type { ChangeText } from '#parts/conflict/change-list.tsx';
import type { JsonChange } from '#parts/conflict/json-changes.ts';
import { switchTexts } from '../method-texts';
import { fromProviderValue } from './sign-in-draft';

type Texts = Pick<Translator, 't' | 'locale'>;

/** Returns a change as texts. A secret is never in them. */
export function changeText(texts: Texts, { path, before, after }: JsonChange): ChangeText {
  const { t } = texts;
  const [name, id] = path;
  if (name === 'providers' && id !== undefined) {
    const parts = (value: JsonChange['before']) => (value === undefined ? [] : providerParts(texts, fromProviderValue(value)));
    const [was, is] = [parts(before), parts(after)];
    return { place: providerName(id), before: difference(texts, was, is), after: difference(texts, is, was) };
  }
  if (name === 'merge') {
    const asText = (value: JsonChange['before']) => t(mergeTexts[value as MergeStrategy].name);
    return { place: t('sign-in-methods.merge'), before: asText(before), after: asText(after) };
  }
  const asText = (value: JsonChange['before']) => t(value === true ? 'sign-in-methods.on' : 'sign-in-methods.off');
  return { place: t(switchTexts[name as SignInSwitch].name), before: asText(before), after: asText(after) };
}

/** Returns the parts that the other setup doesn't have, or nothing if there are none. */
function difference({ locale }: Texts, parts: readonly string[], others: readonly string[]): string | undefined {
  const own = parts.filter((part) => !others.includes(part));
  return own.length === 0 ? undefined : formatNames(own, locale);
}

function providerParts({ t }: Texts, { isOn, keys, clientId, secret, configId, tenantId }: ProviderSetup): readonly string[] {
  const parts = [
    t(isOn ? 'sign-in-methods.on' : 'sign-in-methods.off'),
    t(keys === 'shared' ? 'sign-in-methods.shared-keys' : 'sign-in-methods.own-keys'),
  ];
  if (clientId !== '') parts.push(t('sign-in-methods.text.client', { id: clientId }));
  if (secret.kind === 'new') parts.push(t('sign-in-methods.text.new-secret'));
  if (secret.kind === 'stored') parts.push(t('sign-in-methods.text.secret', { end: secret.lastFour ?? 'none' }));
  if (configId !== '') parts.push(t('sign-in-methods.text.config', { id: configId }));
  if (tenantId !== '') parts.push(t('sign-in-methods.text.tenant', { id: tenantId }));
  return parts;
}

/** Returns the names of what changes, for the save bar. */
export function changeSummary(texts: Texts, changes: readonly JsonChange[]): string {
  const { t, locale } = texts;
  const one = ({ path, before, after }: JsonChange) => {
    const { place } = changeText(texts, { path, before, after });
    if (path[0] === 'merge') return place;
    if (path[0] !== 'providers') return t(after === true ? 'sign-in-methods.turned-on' : 'sign-in-methods.turned-off', { name: place });
    const [was, is] = [before, after].map((value) => value !== undefined && fromProviderValue(value).isOn);
    if (was === is) return t('sign-in-methods.edited', { name: place });
    return t(is ? 'sign-in-methods.turned-on' : 'sign-in-methods.turned-off', { name: place });
  };
  return formatNames(changes.map(one), locale);
}
