import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../../contract/errors';
import { api } from '../../../api';
import { reportOf } from '../../../lib/errors/error-text';
import { providerName } from '../../../lib/rules/sign-in-methods';
import { useMessages } from '../../../lib/use-messages';
import { useReadOnlyReason } from '../../../stores/read-only';
import { Button } from '../../../ui/inputs/button';
import { FailureCallout } from '../card/failure-callout';
import { retryAfter } from '../card/retry-after';
import { SiteSignIn } from '../site/site-sign-in';
import styles from './providers.module.css';

interface ProvidersProps {
  connectionId: string;
  providers: readonly { readonly id: string }[];
  onStep: (step: SignInStep) => void;
  /** Connects the provider to an account that is there, instead of signing in. */
  linkTo?: string;
}

interface Failure {
  readonly provider: string;
  readonly report: ErrorReport;
}

/** One button a provider. Where none can lead back to this machine, the project's own site is the way. */
export function Providers({ connectionId, providers, onStep, linkTo }: ProvidersProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const begin = async (provider: string, before: ErrorReport | null) => {
    setBusy(provider);
    setFailure(null);
    const run = () =>
      linkTo === undefined ? api.signIn.withProvider({ connectionId, provider }) : api.signIn.linkOAuth({ accountId: linkTo, provider });
    try {
      onStep(await (before === null ? run() : retryAfter(before, run)));
    } catch (thrown) {
      setFailure({ provider, report: reportOf(thrown) });
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={styles.providers}>
      <ul className={styles.list}>
        {providers.map(({ id }) => (
          <li key={id}>
            <Button
              className={styles.provider}
              busy={busy === id}
              disabledReason={linkTo === undefined ? undefined : readOnly}
              aria-label={t(linkTo === undefined ? 'sign-in.provider' : 'link-provider.provider', { provider: providerName(id) })}
              onClick={() => void (busy === null && begin(id, null))}
            >
              {providerName(id)}
            </Button>
          </li>
        ))}
      </ul>
      {failure !== null && (
        <Refused
          failure={failure}
          connectionId={connectionId}
          onStep={onStep}
          canUseSite={linkTo === undefined}
          onRetry={() => void begin(failure.provider, failure.report)}
        />
      )}
    </div>
  );
}

interface RefusedProps extends Pick<ProvidersProps, 'connectionId' | 'onStep'> {
  failure: Failure;
  canUseSite: boolean;
  onRetry: () => void;
}

function Refused({ failure: { report }, connectionId, onStep, canUseSite, onRetry }: RefusedProps) {
  const { t } = useMessages();
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <SiteSignIn connectionId={connectionId} onStep={onStep} startsAtOnce />;
  const site = (
    <Button size="sm" icon={ExternalLink} onClick={() => setAsked(true)}>
      {t('sign-in.site')}
    </Button>
  );
  const offersSite = canUseSite && report.code === 'return-not-trusted';
  const [action, next] = offersSite ? ([site, 'sign-in.site.next'] as const) : [];
  return <FailureCallout isWhole report={report} onRetry={onRetry} action={action} next={next} />;
}
