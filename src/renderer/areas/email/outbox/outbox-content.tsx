import type { OutboxEmailContent } from '#contract/service/models/outbox-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { PreviewFrame } from '#parts/email-preview/preview-frame.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import styles from '../email.module.css';

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
export function OutboxSource({ email }: { email: OutboxEmailContent }) {
  const { t } = useMessages();
  const hasVariables = typeof email.variables === 'object' && email.variables !== null && Object.keys(email.variables).length > 0;
  return (
    <>
      <p className={styles.quiet}>{t('email.outbox.content')}</p>
      <CodeBlock label={t('email.outbox.view.source')} text={email.tsx_source} />
      {hasVariables && <CodeBlock label={t('email.outbox.variables')} text={JSON.stringify(email.variables, null, 2)} isTitled />}
    </>
  );
}

/** A text for programs, with a button that copies it. In privacy mode, it is concealed as a whole. */
function CodeBlock({ label, text, isTitled = false }: { label: string; text: string; isTitled?: boolean }) {
  const { t } = useMessages();
  return (
    <div>
      {isTitled && <h3 className={styles.subtitle}>{label}</h3>}
      {/* biome-ignore lint/a11y/useSemanticElements: no set of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div role="group" aria-label={label} tabIndex={0} dir="ltr" data-personal="" className={styles.code}>
        <pre>{text}</pre>
      </div>
      <CopyTextButton size="sm" variant="plain" value={text}>
        {t('ui.copy')}
      </CopyTextButton>
    </div>
  );
}
