import { RotateCw, Send } from 'lucide-react';
import type { ShownUndo, ShownUndoRequest } from '#contract/bridge/undo.ts';
import { shortenMiddle } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import styles from './undo.module.css';

/** The requests in their order: what is read again before anything is sent, and what is sent. */
export function UndoRequests({ reads, writes }: Pick<ShownUndo, 'reads' | 'writes'>) {
  const { t } = useMessages();
  return (
    <section aria-label={t('journal.undo.requests')}>
      <h3 className={styles.heading}>{t('journal.undo.requests')}</h3>
      <ol className={styles.requests}>
        {reads.map((request) => (
          <li key={request.path}>
            <RequestLine request={request} note={t('journal.undo.read-note')} />
          </li>
        ))}
        {writes.map((request, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two requests may be the same, and their order is fixed
          <li key={at}>
            <RequestLine request={request} />
            {request.body !== undefined && (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
              <div role="group" aria-label={t('journal.undo.body')} tabIndex={0} dir="ltr" data-personal="" className={styles.body}>
                {bodyText(request.body)}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function RequestLine({ request: { method, path }, note }: { request: ShownUndoRequest; note?: string }) {
  return (
    <div className={styles.request}>
      <Icon of={method === 'GET' ? RotateCw : Send} size={14} />
      <code className={styles.method}>{method}</code>
      <code className={styles.path} title={path}>
        {shortPath(path)}
      </code>
      {note !== undefined && <span className={styles.aside}>{note}</span>}
    </div>
  );
}

/** Shortens IDs in a path. */
function shortPath(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => shortenMiddle(id, 4, 4));
}

/** Characters of a body that is on one line, which wraps. */
const maxLineLength = 240;

/** Returns a body as JSON. Short ones are on one line. */
function bodyText(body: unknown): string {
  const text = JSON.stringify(body, null, 2);
  const line = text.replace(/\n\s*/g, ' ');
  return line.length <= maxLineLength ? line : text;
}
