import { useCallback, useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { partName } from '#contract/journal/entry-parts.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { updateProject, useReadAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { type ProductionRule, productionRuleOf } from '#lib/rules/production-checklist.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ReadAdminProject } from '#parts/admin/read-admin-project.tsx';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { useDraft } from '#parts/conflict/use-draft.ts';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { LastChanged } from '#parts/journal/history/last-changed.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Switch } from '#ui/inputs/switch.tsx';
import { ActionCard, Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { domainChangeText } from './domain-change-text';
import { DomainTable } from './domain-table';
import styles from './domains.module.css';
import { countWrong, fromDomainsInput, storedDomains, toDomainsInput, toDomainsUpdate } from './domains-draft';
import { ProductionCard } from './production-card';
import { productionFix } from './production-fix';

/** The domains that redirects and links in emails may lead to, and production mode with what it requires. */
export function DomainsScreen() {
  return (
    <ReadAdminProject skeleton={<DomainsSkeleton />}>
      {({ connectionId, project }) => <Domains connectionId={connectionId} project={project} />}
    </ReadAdminProject>
  );
}

interface DomainsProps {
  connectionId: string;
  project: AdminProject;
}

function Domains({ connectionId, project }: DomainsProps) {
  const messages = useMessages();
  const { t } = messages;
  const readOnly = useReadOnlyReason(connectionId);
  const show = useToasts((state) => state.show);
  const isByOrigin = useConnection(connectionId)?.features?.['trusted-ports'];
  const readProject = useReadAdminProject(connectionId);
  const parse = useCallback((input: ReturnType<typeof toDomainsInput>) => fromDomainsInput(input, { isByOrigin }), [isByOrigin]);
  const label = 'domains.title';
  const source = {
    stored: storedDomains(project.config),
    read: async () => storedDomains((await readProject()).config),
    write: (value: JsonValue) => updateProject(connectionId, { config: toDomainsUpdate(value) }),
  };
  const draft = useDraft(source, { show: toDomainsInput, parse }, () =>
    show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: t(label) }) }),
  );
  const { input, setInput } = draft;
  const wrong = countWrong(input.rows, { isByOrigin });
  const fixFirst = wrong > 0 ? t('domains.fix-first', { count: wrong }) : undefined;
  const edit = (change: Partial<typeof input>) => setInput({ ...input, ...change });
  useRequestedFix((rule) => readOnly === undefined && edit(productionFix(rule, input)));
  return (
    <div className={styles.screen}>
      <div className={styles.scroll}>
        <div className={styles.columns}>
          <div className={styles.main}>
            {readOnly !== undefined && <p className={styles.quiet}>{readOnly}</p>}
            <LastChanged connectionId={connectionId} about={partName({ kind: 'domain', id: null })} title={t('domains.title')} />
            <DomainTable
              connectionId={connectionId}
              rows={input.rows}
              stored={draft.base}
              matching={{ isByOrigin }}
              disabledReason={readOnly}
              onChange={(rows) => edit({ rows })}
            />
            <LocalhostRow
              isOn={input.allowsLocalhost}
              isChanged={input.allowsLocalhost !== toDomainsInput(draft.base).allowsLocalhost}
              disabledReason={readOnly}
              onChange={(allowsLocalhost) => edit({ allowsLocalhost })}
            />
          </div>
          <ProductionCard connectionId={connectionId} project={project} input={input} isDirty={draft.isDirty} onFix={edit} />
        </div>
      </div>
      <DraftBar
        draft={draft}
        label={t(label)}
        connectionId={connectionId}
        isReviewed
        describe={(change) => domainChangeText(messages, change)}
        {...(fixFirst === undefined ? {} : { summary: fixFirst })}
        disabledReason={readOnly ?? fixFirst}
      />
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} />
    </div>
  );
}

/** Passes on the rule that the URL asks to fix, once: the overview opens the screen with one. */
function useRequestedFix(onFix: (rule: ProductionRule) => void): void {
  const [search, setSearch] = useSearchParams();
  const rule = productionRuleOf(search.get('fix'));
  const latest = useRef({ onFix, setSearch });
  latest.current = { onFix, setSearch };
  useEffect(() => {
    if (rule === undefined) return;
    // First, because a screen with unsaved changes isn't left without a question.
    latest.current.setSearch({}, { replace: true });
    latest.current.onFix(rule);
  }, [rule]);
}

/** The screen while it loads. */
function DomainsSkeleton() {
  const { t } = useMessages();
  return (
    <div className={styles.scroll}>
      <div className={styles.columns}>
        <LoadingStatus />
        <div className={styles.main}>
          <PageSection title={t('domains.title')} text={t('domains.text')}>
            <Card>
              {[300, 260, 320].map((width) => (
                <CardRow key={width}>
                  <Skeleton width={width} />
                </CardRow>
              ))}
            </Card>
          </PageSection>
        </div>
        <Card className={styles.production}>
          {[160, 240, 220, 200, 230].map((width) => (
            <CardRow key={width}>
              <Skeleton width={width} />
            </CardRow>
          ))}
        </Card>
      </div>
    </div>
  );
}

interface LocalhostRowProps {
  isOn: boolean;
  /** Whether it differs from what is stored. */
  isChanged: boolean;
  disabledReason: string | undefined;
  onChange: (isOn: boolean) => void;
}

/** Whether redirects to this computer are allowed, at any port. */
function LocalhostRow({ isOn, isChanged, disabledReason, onChange }: LocalhostRowProps) {
  const { t } = useMessages();
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <ActionCard
      className={cx(styles.localhost)}
      title={
        <>
          <label htmlFor={id}>{t('domains.localhost')}</label> {isChanged && <Badge tone="warn">{t('domains.unsaved')}</Badge>}
        </>
      }
      text={<span id={`${id}-text`}>{t('domains.localhost.text')}</span>}
      action={
        <Switch
          id={id}
          aria-describedby={`${id}-text`}
          checked={isOn}
          {...(isOff ? { 'aria-disabled': true } : {})}
          onCheckedChange={(next) => isOff || onChange(next)}
        />
      }
    />
  );
}
