import { visibleText } from '../../../contract/text/visible-text';
import type { Translator } from '../../../messages/translator';
import { useMessages } from '../../lib/use-messages';
import type { ApiKey } from '../../queries/api-keys';

type NamedKey = Pick<ApiKey, 'description' | 'value'>;

/** Returns the name of a key: its description, which may be empty, or its last characters. */
export function keyName({ t }: Translator, { description, value }: NamedKey): string {
  return visibleText(description) === '' ? t('api-keys.unnamed', { lastFour: value.last_four }) : description;
}

/** Returns a function that names a key. */
export function useKeyName(): (key: NamedKey) => string {
  const messages = useMessages();
  return (key) => keyName(messages, key);
}
