import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { issueQuery, reportBody, systemReport } from '#contract/support/problem-report.ts';
import { api } from '#data/api.ts';
import { copyText } from '#lib/copy-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { openProductPage } from '#parts/open-product-page.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './about-dialog.module.css';

interface ReportDialogProps {
  /** The error that the report is about. */
  error?: string | undefined;
  onClose: () => void;
}

/** Prepares a problem report, which the user edits here and submits in the browser. Nothing is sent by Latchkey. */
export function ReportDialog({ error, onClose }: ReportDialogProps) {
  const { t } = useMessages();
  const facts = useReportFacts();
  if (facts !== null) return <Report facts={facts} error={error} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={t('shell.command.report')} width={640}>
      <Skeleton width={320} />
    </Dialog>
  );
}

function Report({ facts, error, onClose }: ReportDialogProps & { facts: ReportFacts }) {
  const { t } = useMessages();
  const [title, setTitle] = useState('');
  const [typed, setTyped] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const body = typed ?? reportBody({ ...facts, error }, `${t('shell.report.prompt')}\n`);
  const { query, isComplete } = issueQuery(title, body, facts.platform);
  const submit = async () => {
    const isCopied = isComplete || (await copyText(body));
    openProductPage('newIssue', query);
    setRefused(!isCopied);
    // Without a copy, this is the only place that has the text.
    if (isCopied) onClose();
  };
  const footer = (
    <>
      <CopyTextButton value={body}>{t('shell.report.copy')}</CopyTextButton>
      <Button variant="primary" icon={ExternalLink} onClick={() => void submit()}>
        {t('shell.report.open')}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onClose} title={t('shell.command.report')} description={t('shell.report.text')} width={640} footer={footer}>
      <div className={styles.content}>
        <Field label={t('shell.report.title')}>
          {(control) => <TextInput {...control} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />}
        </Field>
        <Field label={t('shell.report.body')}>
          {(control) => (
            <TextArea {...control} className={styles.body} rows={14} value={body} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        {!isComplete && <Callout tone="warn">{t('shell.report.too-long')}</Callout>}
        {isRefused && <Callout tone="bad" title={t('ui.copy-failed')} />}
      </div>
    </Dialog>
  );
}

interface ReportFacts {
  readonly system: string;
  readonly lines: readonly string[];
  readonly platform: string;
}

/** Facts of a report if the main process can't be reached, because it may have stopped. */
const nothing: ReportFacts = { system: '', lines: [], platform: '' };

/** Reads what a problem report contains; null until then. Not a query, because the page's data may be what crashed. */
function useReportFacts(): ReportFacts | null {
  const [facts, setFacts] = useState<ReportFacts | null>(null);
  useEffect(() => {
    readFacts().then(setFacts, () => setFacts(nothing));
  }, []);
  return facts;
}

async function readFacts(): Promise<ReportFacts> {
  const [info, updates, lines] = await Promise.all([api.app.info({}), api.app.updates({}), api.app.logCodes({})]);
  return { system: systemReport(info, updates.value), lines, platform: info.platform };
}
