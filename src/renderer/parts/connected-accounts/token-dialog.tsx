import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { useProviderToken } from '#data/connected-accounts.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useCopySecret } from '../reveal/use-copy-secret';
import { accountTexts } from './account-texts';
import { type ConnectedAccount, scopesOf } from './connected-accounts';
import styles from './connected-accounts.module.css';
import { ReconnectButton } from './reconnect-button';

/** The longest list of scopes that a reconnection accepts. */
const maxScopeLength = 2048;

interface TokenDialogProps {
  of: UserOf;
  account: ConnectedAccount;
  /** Whether it is the only connected account at its provider. */
  isOnly: boolean;
  onClose: () => void;
}

/** Checks whether the project gets an access token of a connected account, and with which scopes. */
export function TokenDialog({ of, account, isOnly, onClose }: TokenDialogProps) {
  const { t } = useMessages();
  const texts = accountTexts[of.actor];
  const connection = useConnection(of.connectionId);
  const [scope, setScope] = useState('');
  const [found, setFound] = useState<{ readonly token: SecretReference; readonly scope: string } | null>(null);
  const provider = providerName(account.provider);
  const canNameAccount = connection?.features?.['connected-accounts-list'] === true && account.accountId !== null;
  const { mutateAsync: request } = useProviderToken(of);
  const check = useAction(async (scopes: string) => {
    setFound(null);
    const wanted = { provider: account.providerId, accountId: canNameAccount ? account.accountId : null, scope: scopes };
    setFound({ token: await request(wanted), scope: scopes });
  });
  return (
    <FormDialog
      title={t('connected.token.title', { provider })}
      description={t(texts.tokenText, { provider })}
      environment={connection?.environment}
      width={520}
      actionLabel={t('connected.token')}
      cancelLabel={t('ui.close')}
      busy={check.isPending}
      onClose={onClose}
      onSubmit={() => void check.run(scopesOf(scope))}
    >
      <Field label={t('connected.token.scopes')} help={t('connected.token.scopes.help')}>
        {(control) => (
          <TextInput
            {...control}
            className={styles.scopes}
            value={scope}
            maxLength={maxScopeLength}
            spellCheck={false}
            onChange={(event) => setScope(event.target.value)}
          />
        )}
      </Field>
      {!isOnly && !canNameAccount && <Callout tone="neutral">{t(texts.tokenAny, { provider })}</Callout>}
      {found && <TokenRow token={found.token} provider={provider} scope={found.scope} />}
      {check.failure && <NoToken report={check.failure} of={of} account={account} scope={scopesOf(scope)} />}
    </FormDialog>
  );
}

interface NoTokenProps {
  report: ErrorReport;
  of: UserOf;
  account: ConnectedAccount;
  scope: string;
}

const shared = 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS';
/** Refusals that end when the account is connected again. */
const reconnectable: readonly unknown[] = [
  'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE',
  'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
];

function NoToken({ report, of, account: { provider, providerId }, scope }: NoTokenProps) {
  const { t } = useMessages();
  const known = report.code === 'known-error' ? report.known : undefined;
  const isReconnectable = of.actor === 'account' && reconnectable.includes(known);
  const action = isReconnectable ? <ReconnectButton connectionId={of.connectionId} provider={providerId} scope={scope} /> : undefined;
  const next = known === shared ? t(accountTexts[of.actor].tokenShared, { provider: providerName(provider) }) : undefined;
  return <ErrorCallout report={report} next={next} action={action} />;
}

interface TokenRowProps {
  token: SecretReference;
  provider: string;
  /** The scopes that it covers, as far as they were requested. */
  scope: string;
}

/** Says that there is an access token. It isn’t shown, but can be copied. */
function TokenRow({ token, provider, scope }: TokenRowProps) {
  const { t } = useMessages();
  const { clearedAt, copy, disabledReason } = useCopySecret(token.ref);
  const isCopied = clearedAt !== undefined;
  const action = (
    <Button size="sm" icon={Copy} busy={copy.isPending} disabledReason={disabledReason} onClick={() => void copy.run()}>
      {t('connected.token.copy')}
    </Button>
  );
  return (
    <>
      <Callout tone="good" title={t('connected.token.found', { provider })} action={action}>
        <span className={styles.token}>
          {scope === '' ? t('connected.token.found.text') : t('connected.token.found.scopes', { scopes: scope })}
          {isCopied && (
            <Badge tone="good">
              <Icon of={Check} size={12} />
              {t('ui.copied')}
            </Badge>
          )}
        </span>
      </Callout>
      <VisuallyHidden role="status">{t('connected.token.found', { provider })}</VisuallyHidden>
    </>
  );
}
