import type { OutboxEmailContent } from '#contract/service/models/outbox-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { PreviewFrame } from '#parts/email-preview/preview-frame.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import styles from '../email.module.css';
import { readRawOutboxEmail } from './outbox-data';

/** The email as its recipient sees it. */
export function OutboxPreview({ email: { html, text, subject } }: { email: OutboxEmailContent }) {
  const { t } = useMessages();
  if (typeof html === 'string' && html !== '') {
    return (
      <div className={styles.preview}>
        <p className={styles.quiet}>{t('email.outbox.content')}</p>
        <PreviewFrame title={t('email.template.preview.of', { name: subject || t('email.sent.no-subject') })} html={html} />
      </div>
    );
  }
  if (typeof text === 'string' && text !== '') return <CodeBlock label={t('email.outbox.view.preview')} text={text} />;
  return <p className={styles.quiet}>{t('email.outbox.preview.none')}</p>;
}

/** What the email is rendered from. */
export function OutboxSource({ connectionId, email }: { connectionId: string; email: OutboxEmailContent }) {
  const { t } = useMessages();
  const { id, tsx_source: source, variables } = email;
  const hasVariables = typeof variables === 'object' && variables !== null && Object.keys(variables).length > 0;
  return (
    <>
      <p className={styles.quiet}>{t('email.outbox.content')}</p>
      <CodeBlock label={t('email.outbox.view.source')} text={source} />
      {hasVariables && (
        <div>
          <h3 className={styles.subtitle}>{t('email.outbox.variables')}</h3>
          <CodeBlock label={t('email.outbox.variables')} text={JSON.stringify(variables, null, 2)} />
        </div>
      )}
      <div className={styles.actions}>
        <CopyTextButton size="sm" value={source}>
          {t('email.outbox.copy-source')}
        </CopyTextButton>
        <CopyTextButton size="sm" value={async () => JSON.stringify(await readRawOutboxEmail(connectionId, id), null, 2)}>
          {t('email.sent.copy')}
        </CopyTextButton>
      </div>
    </>
  );
}

/** A text for programs. In privacy mode, it is concealed as a whole. */
function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div role="group" aria-label={label} tabIndex={0} dir="ltr" data-personal="" className={styles.code}>
      <pre>{text}</pre>
    </div>
  );
}
