import type { ReactNode } from 'react';
import { formatNames } from '#lib/intl/format.ts';
import { settingSwitches } from '#lib/rules/owner-projects.ts';
import { mergeTexts } from '#lib/rules/project-sign-in.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import styles from './copy-summary.module.css';
import type { CopiedConfig, DefaultsOf, NotCopied } from './project-copy';

/** What a new project takes over from another one, and what it can't, with the reasons. */
export function CopySummary({ config, notCopied }: { config: CopiedConfig; notCopied: readonly NotCopied[] }) {
  const { t } = useMessages();
  return (
    <>
      <Part title={t('projects.copy.copied')}>
        <Copied config={config} />
      </Part>
      <Part title={t('projects.copy.not-copied')}>
        <ul className={styles.left} aria-label={t('projects.copy.not-copied')}>
          {notCopied.map((one) => (
            <Left key={JSON.stringify(one)} one={one} />
          ))}
        </ul>
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

const maxDomains = 5;

function Copied({ config }: { config: CopiedConfig }) {
  const { t } = useMessages();
  const { domains } = config;
  const rights = settingSwitches.filter((name) => config[name]).map((name) => t(`project-settings.${name}`));
  const onOff = (isOn: boolean) => t(isOn ? 'sign-in-methods.on' : 'sign-in-methods.off');
  return (
    <DefinitionList className={styles.copied}>
      <Methods config={config} />
      <Definition label={t('sign-in-methods.sign-up')}>{onOff(config.sign_up_enabled)}</Definition>
      <Definition label={t('sign-in-methods.merge')}>{t(mergeTexts[config.oauth_account_merge_strategy].name)}</Definition>
      <Definition label={t('projects.copy.domains')}>
        {domains.length === 0 && t('projects.copy.none')}
        {domains.slice(0, maxDomains).map(({ domain, handler_path: path }) => (
          <bdi key={domain} className={styles.line}>
            {domain}
            {path}
          </bdi>
        ))}
        {domains.length > maxDomains && t('projects.copy.more', { count: domains.length - maxDomains })}
      </Definition>
      <Definition label={t('domains.localhost')}>{onOff(config.allow_localhost)}</Definition>
      <Definition label={t('project-settings.users')}>
        {rights.length === 0 && t('projects.copy.none')}
        {rights.map((right) => (
          <span key={right} className={styles.line}>
            {right}
          </span>
        ))}
      </Definition>
      <Defaults config={config} />
      {config.email_config && <Definition label={t('projects.copy.email')}>{t('projects.copy.email.shared')}</Definition>}
    </DefinitionList>
  );
}

function Methods({ config }: { config: CopiedConfig }) {
  const { t } = useMessages();
  const methods = (
    [
      [config.credential_enabled, 'method.password'],
      [config.magic_link_enabled, 'sign-in-methods.code'],
      [config.passkey_enabled, 'method.passkey'],
    ] as const
  ).flatMap(([isOn, key]) => (isOn ? [t(key)] : []));
  const providers = config.oauth_providers.map(({ id, enabled }) =>
    enabled === false ? t('projects.copy.provider.off', { name: providerName(id) }) : providerName(id),
  );
  return (
    <>
      <Definition label={t('sign-in-methods.title')}>
        <Names names={methods} />
      </Definition>
      <Definition label={t('projects.copy.providers')}>
        <Names names={providers} />
      </Definition>
    </>
  );
}

function Defaults({ config }: { config: CopiedConfig }) {
  const { t } = useMessages();
  const lists: Readonly<Record<DefaultsOf, readonly { id: string }[] | undefined>> = {
    creator: config.team_creator_default_permissions,
    member: config.team_member_default_permissions,
    user: config.user_default_permissions,
  };
  return (['creator', 'member', 'user'] as const).map((of) => {
    const ids = lists[of]?.map(({ id }) => id);
    return (
      ids && (
        <Definition key={of} label={t(`projects.copy.defaults.${of}`)}>
          <Names names={ids} />
        </Definition>
      )
    );
  });
}

function Names({ names }: { names: readonly string[] }) {
  const { t, locale } = useMessages();
  return <bdi>{names.length === 0 ? t('projects.copy.none') : formatNames(names, locale)}</bdi>;
}

/** A setting that isn't copied, and why. */
function Left({ one }: { one: NotCopied }) {
  const { t } = useMessages();
  return (
    <li>
      <bdi className={styles.name}>{useLeftName(one)}</bdi>
      <p className={styles.reason}>{t(`projects.copy.reason.${one.kind}`)}</p>
    </li>
  );
}

function useLeftName(one: NotCopied): string {
  const { t, locale } = useMessages();
  switch (one.kind) {
    case 'provider-keys':
      return t('projects.copy.left.provider', { name: providerName(one.provider) });
    case 'email-server':
      return t('projects.copy.left.email', { host: one.host });
    case 'domain-invalid':
    case 'domain-twice':
      return t('projects.copy.left.domain', { domain: one.domain });
    case 'defaults':
      return t('projects.copy.left.defaults', { of: t(`projects.copy.defaults.${one.of}`), ids: formatNames(one.ids, locale) });
    case 'production':
      return t('projects.production');
    case 'later-settings':
      return t('projects.copy.left.later');
    case 'other-data':
      return t('projects.copy.left.other');
  }
}
