import { Lock } from 'lucide-react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import styles from './metadata.module.css';
import { metadataText } from './metadata-text';

interface ReadOnlyMetadataProps {
  label: string;
  value: JsonValue;
  help?: string | undefined;
  /** Why it can't be changed. */
  note?: string | undefined;
}

/** Metadata that can be read and copied only. */
export function ReadOnlyMetadata({ label, value, help, note }: ReadOnlyMetadataProps) {
  const { t } = useMessages();
  const text = metadataText(value);
  return (
    <div className={styles.section}>
      {text === '' ? (
        <p className={styles.none}>{t('metadata.none')}</p>
      ) : (
        // A section around it may have the same name, so it is no landmark.
        // biome-ignore lint/a11y/useSemanticElements: no set of fields
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <div role="group" className={styles.value} tabIndex={0} aria-label={label}>
          <pre>{text}</pre>
        </div>
      )}
      {help !== undefined && <p className={styles.help}>{help}</p>}
      {note !== undefined && (
        <p className={styles.note}>
          <Icon of={Lock} size={12} />
          <span>{note}</span>
        </p>
      )}
      {text !== '' && (
        <div className={styles.actions}>
          <CopyTextButton size="sm" value={text}>
            {t('metadata.copy')}
          </CopyTextButton>
        </div>
      )}
    </div>
  );
}
