import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';
import type { SchemaState } from './use-schema';
import styles from './user-metadata.module.css';

/** Where the value doesn't match the project's schema. */
export function SchemaProblems({ schema }: { schema: SchemaState }) {
  const { t } = useMessages();
  if (schema.state !== 'checked') {
    return (
      <Callout tone="warn" title={t(`users.schema.${schema.state}`)}>
        {t(`users.schema.${schema.state}.text`)}
      </Callout>
    );
  }
  if (schema.problems.length === 0) return null;
  return (
    <Callout tone="warn" title={t('users.schema.problems', { count: schema.problems.length })}>
      <ul className={styles.problems} aria-label={t('users.schema.problems', { count: schema.problems.length })}>
        {schema.problems.map(({ path, text }) => (
          <li key={`${path} ${text}`}>
            {path !== '' && <code>{path}</code>} <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
