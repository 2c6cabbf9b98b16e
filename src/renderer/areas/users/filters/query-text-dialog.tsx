import { isProblem, parseQueryText, type QueryProblem } from '#contract/query/query-parser.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import styles from './filters.module.css';
import { SourceDialog } from './source-dialog';

interface QueryTextDialogProps {
  query: UserQuery;
  onApply: (query: UserQuery) => void;
  onClose: () => void;
}

/** Edits all filters as one text, which can also have what chips can’t. */
export function QueryTextDialog({ query, onApply, onClose }: QueryTextDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const apply = (text: string) => {
    const parsed = parseQueryText(text);
    if (isProblem(parsed)) return problemText(messages, text, parsed);
    onApply(parsed);
    onClose();
    return null;
  };
  return (
    <SourceDialog
      title={t('users.filter.as-text.title')}
      description={t('users.filter.as-text.text')}
      actionLabel={t('users.filter.apply')}
      label={t('users.filters')}
      help={
        <span className={styles.examples}>
          {t('users.filter.as-text.examples')}
          <code>{examples}</code>
        </span>
      }
      initial={toQueryText(query)}
      rows={4}
      width={560}
      busy={false}
      onClose={onClose}
      onSubmit={apply}
    />
  );
}

const examples =
  'method:google,github verified:no active:>90d signed-up:>=2026-01-31 server.plan="team" has:client.beta (country:DE or not ada)';

/** Returns what is wrong with a text, and where. */
export function problemText({ t }: Translator, text: string, { problem, start, end }: QueryProblem): string {
  const part = text
    .slice(start, Math.max(end, start + 1))
    .slice(0, 40)
    .trim();
  const what = t(`users.query.problem.${problem}`);
  return part === '' ? t('users.query.problem-at-end', { what }) : t('users.query.problem-at', { what, part, position: start + 1 });
}
