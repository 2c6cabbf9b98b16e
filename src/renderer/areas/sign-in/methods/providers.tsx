import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from '#parts/sign-in-card.module.css';
import { ProviderList } from '#parts/sign-in-card.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FailureCallout } from '../card/failure-callout';
import { restartSandboxAfter } from '../card/restart-sandbox';
import { SiteSignIn } from './site-sign-in';

interface ProvidersProps {
  connectionId: string;
  providers: readonly { readonly id: string }[];
  onStep: (step: SignInStep) => void;
  /** The redirect target of the link that started the sign-in. */
  goTo?: string | null;
  /** The account to connect the provider to, instead of signing in. */
  linkTo?: string;
  /** Further scopes to request for it, separated by spaces. */
  scope?: string | undefined;
}

/** One button per provider. If the redirect to this machine isn't trusted, offers the project's own site. */
export function Providers({ connectionId, providers, onStep, goTo = null, linkTo, scope }: ProvidersProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const start = (provider: string) =>
    linkTo === undefined
      ? api.signIn.withProvider({ connectionId, provider, ...(goTo === null ? {} : { goTo }) })
      : api.signIn.linkOAuth({ accountId: linkTo, provider, ...(scope ? { scope } : {}) });
  const { pending, failure, run, retry } = useAction(async (provider: string) => onStep(await start(provider)), {
    recover: restartSandboxAfter,
  });
  return (
    <div className={styles.group}>
      <ProviderList
        providers={providers}
        labelOf={(provider) => t(linkTo === undefined ? 'sign-in.provider' : 'link-provider.provider', { provider })}
        busyId={pending?.[0]}
        disabledReason={linkTo === undefined ? undefined : readOnly}
        onPick={(id) => void run(id)}
      />
      {failure !== null && (
        <Refused
          report={failure}
          connectionId={connectionId}
          onStep={onStep}
          canUseSite={linkTo === undefined}
          onRetry={() => void retry()}
        />
      )}
    </div>
  );
}

interface RefusedProps extends Pick<ProvidersProps, 'connectionId' | 'onStep'> {
  report: ErrorReport;
  canUseSite: boolean;
  onRetry: () => void;
}

function Refused({ report, connectionId, onStep, canUseSite, onRetry }: RefusedProps) {
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
