import { aroundSlot, slot } from '#lib/intl/message-slot.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from '../email.module.css';

/** What the service says about an email that wasn't delivered, as a quotation. */
export function ServiceWords({ words }: { words: string }) {
  const { t } = useMessages();
  const [before, after] = aroundSlot(t('email.failure.words', { words: slot }));
  return (
    <p className={styles.words}>
      {before}
      <q dir="auto">{words.trim() === '' ? t('email.failure.silent') : words}</q>
      {after}
    </p>
  );
}
