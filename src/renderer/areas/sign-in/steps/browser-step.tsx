import { Copy, ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { BrowserStep as Step } from '#contract/bridge/sign-in.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { copyText } from '#lib/copy-text.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { AccountPageButton } from '../card/account-page-button';
import { FailureCallout } from '../card/failure-callout';
import { needsSite } from '../card/failure-position';
import styles from './steps.module.css';
import type { Flow } from './use-flow';

/** Waiting for the system browser: what to do there, and how to open it again or cancel. */
export function BrowserStep({ step, flow, connectionId }: { step: Step; flow: Flow; connectionId: string }) {
  const { t } = useMessages();
  const { failure, again } = useOutcome(step, flow);
  if (failure !== null)
    return <Failed report={failure} purpose={step.purpose} onRetry={again} connectionId={connectionId} onLeave={flow.leave} />;
  const provider = providerName(step.provider ?? '');
  return (
    <div className={styles.step}>
      {step.isOpen ? (
        <p className={styles.text} role="status">
          {t(`sign-in.browser.${step.purpose}`, { provider })}
        </p>
      ) : (
        <Callout tone="bad" title={t('error.browser-not-opened')}>
          {t('sign-in.browser.not-open')}
        </Callout>
      )}
      {step.trust === 'unknown' && <Callout tone="neutral">{t('sign-in.browser.unknown-return')}</Callout>}
      {step.purpose === 'cli' && <Callout tone="neutral">{t('sign-in.site.shares')}</Callout>}
      <WaitingButtons flowId={step.flowId} />
      <div className={styles.foot}>
        <TimeLeft until={step.until} />
        <Button variant="plain" size="sm" onClick={flow.leave}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface FailedProps {
  report: ErrorReport;
  purpose: Step['purpose'];
  connectionId: string;
  onRetry: () => void;
  onLeave: () => void;
}

function Failed({ report, purpose, connectionId, onRetry, onLeave }: FailedProps) {
  const { t } = useMessages();
  if (report.code === 'bridge-lost') return <FailureCallout isWhole report={report} onRetry={onRetry} />;
  const again = (
    <Button size="sm" onClick={onLeave}>
      {t('sign-in.start-again')}
    </Button>
  );
  // The service rejects the redirect to this machine only at the end.
  const offersSite = needsSite(report) && (purpose === 'provider' || purpose === 'link');
  if (!offersSite) return <FailureCallout isWhole report={report} onRetry={onRetry} action={again} />;
  const actions = (
    <>
      {purpose === 'link' ? <AccountPageButton size="sm" connectionId={connectionId} /> : <SiteButton onLeave={onLeave} />}
      {again}
    </>
  );
  return (
    <FailureCallout
      isWhole
      report={report}
      onRetry={onRetry}
      action={actions}
      next={purpose === 'link' ? 'link-provider.site.next' : 'sign-in.site.next'}
    />
  );
}

function SiteButton({ onLeave }: { onLeave: () => void }) {
  const { t } = useMessages();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leave = () => {
    onLeave();
    void navigate(pathname + search, { state: { site: true } });
  };
  return (
    <Button size="sm" icon={ExternalLink} onClick={leave}>
      {t('sign-in.site')}
    </Button>
  );
}

/** Waits for the browser's result, once per flow. */
function useOutcome({ flowId }: Step, flow: Flow): { failure: ErrorReport | null; again: () => void } {
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const [tries, setTries] = useState(0);
  const take = useRef(flow.take);
  take.current = flow.take;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt must wait again
  useEffect(() => {
    let isLeft = false;
    api.signIn.wait({ flowId }).then(
      (step) => isLeft || take.current(step),
      (thrown: unknown) => isLeft || setFailure(reportOf(thrown)),
    );
    return () => {
      isLeft = true;
    };
  }, [flowId, tries]);
  const again = () => {
    setFailure(null);
    setTries((count) => count + 1);
  };
  return { failure, again };
}

function WaitingButtons({ flowId }: { flowId: string }) {
  const { t } = useMessages();
  const seconds = useTopic('settings.state').clipboardSeconds;
  const show = useToasts((state) => state.show);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  // Two actions: a browser that is slow to open is a reason to copy the URL in the meantime.
  const opening = useAction(() => api.signIn.openAgain({ flowId }));
  const copying = useAction(async () => {
    const { link } = await api.signIn.copyLink({ flowId });
    if (link !== null && !(await copyText(link))) return show({ tone: 'bad', title: 'ui.copy-failed' });
    show({ tone: 'good', title: link === null ? ({ t }) => t('sign-in.browser.copied', { seconds }) : 'sign-in.browser.copied-once' });
  });
  const failed = opening.failure === null ? copying : opening;
  return (
    <>
      {failed.failure !== null && <FailureCallout isWhole report={failed.failure} onRetry={() => void failed.retry()} />}
      <Button ref={first} className={styles.wide} icon={ExternalLink} onClick={() => void opening.run()}>
        {t('sign-in.browser.again')}
      </Button>
      <Button className={styles.wide} icon={Copy} onClick={() => void copying.run()}>
        {t('sign-in.browser.copy')}
      </Button>
    </>
  );
}

function TimeLeft({ until }: { until: number }) {
  const { t } = useMessages();
  const left = useSecondsUntil(until);
  const seconds = String(left % 60).padStart(2, '0');
  return <span className={styles.left}>{t('sign-in.browser.left', { minutes: Math.floor(left / 60), seconds })}</span>;
}
