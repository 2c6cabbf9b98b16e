import { useRef } from 'react';
import { Link } from 'react-router';
import { useKeySets } from '#data/key-sets.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { keysOfSet, kindsInUse } from '#lib/rules/project-keys.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { StatusCell } from '#parts/api-keys/key-columns.tsx';
import { keyRows } from '#parts/api-keys/key-rows.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { useKeySetName } from '#parts/project-keys/use-key-set-name.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { paths } from '#window/routes.ts';
import styles from '../project-keys.module.css';
import { ApiKeyResult } from './api-key-result';
import { type CheckedProjectKey, useKeyCheck } from './use-key-check';

/** Tells what a pasted key is: whether it is valid, and whose. */
export function KeyCheckScreen() {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  const { result, isMissing, busy, failure, check, checkAgain } = useKeyCheck(connectionId);
  const submit = () => {
    const text = field.current?.value ?? '';
    // The text is neither shown again nor kept by the page.
    if (field.current) field.current.value = '';
    check(text);
  };
  return (
    <Page>
      <PageSection title={t('key-check.title')} text={t('key-check.text')}>
        <form
          className={styles.check}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label={t('key-check.key')} help={t('key-check.help')} error={isMissing ? t('key-check.missing') : undefined}>
            {(control) => <PasswordInput {...control} ref={field} what="key" dir="ltr" autoComplete="off" maxLength={500} />}
          </Field>
          <Button type="submit" variant="primary" busy={busy}>
            {t('key-check.check')}
          </Button>
        </form>
      </PageSection>
      {failure !== null && <FormFailure report={failure} />}
      {result?.kind === 'project-key' && <ProjectKeyResult connectionId={connectionId} {...result} />}
      {result?.kind === 'api-key' && <ApiKeyResult connectionId={connectionId} result={result} onRevoked={checkAgain} />}
    </Page>
  );
}

/** The sets that a project key may be from. Only its last four characters can be compared. */
function ProjectKeyResult({ connectionId, keyKind, lastFour }: CheckedProjectKey & { connectionId: string }) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const canList = connection !== undefined && hasAdminAccess(connection);
  const { data, error, isFetching, refetch } = useKeySets(connectionId, canList);
  const title = t('key-check.project-key', { kind: keyKind, lastFour });
  const now = useNow();
  const nameOf = useKeySetName();
  const messages = useMessages();
  if (!canList)
    return (
      <Callout tone="neutral" title={title}>
        {t('key-check.project-key.no-access')}
      </Callout>
    );
  if (data === undefined)
    return error ? (
      <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <SkeletonRows avatar={false} count={1} />
    );
  const isSame = (key: { readonly kind: string; readonly lastFour: string }) => key.kind === keyKind && key.lastFour === lastFour;
  const found = keyRows(
    data.items.filter((set) => keysOfSet(set).some(isSame)),
    { text: '', validity: 'any' },
    now,
    () => [],
  );
  if (found.length === 0)
    return (
      <Callout tone="neutral" title={title}>
        {t('key-check.project-key.none')}
      </Callout>
    );
  return (
    <PageSection title={title} text={t('key-check.project-key.text')}>
      <Card>
        {found.map(({ key, status }) => (
          <CardRow key={key.id}>
            <Link className={styles.owner} to={paths.projectKeys(connectionId, { q: lastFour, type: keyKind })}>
              <bdi>{nameOf(key)}</bdi>
            </Link>
            {kindsInUse(key, connection).length > 0 && <span className={styles.note}>{t('project-keys.in-use')}</span>}
            <StatusCell status={status} messages={messages} />
          </CardRow>
        ))}
      </Card>
    </PageSection>
  );
}
