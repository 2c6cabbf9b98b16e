import { Ellipsis } from 'lucide-react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { PermissionItems, usePermissionsOfBar } from '#parts/selection/permission-items.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { maxRecipients } from '#parts/send-email/recipients.ts';
import type { SendEmail } from '#parts/send-email/use-send-email.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator, SubMenu } from '#ui/overlays/menu.tsx';
import type { Matching } from './matching';
import type { BulkActions } from './use-bulk-actions';

interface MoreActionsProps {
  connectionId: string;
  bulk: BulkActions;
  selection: Selection<ServerUser>;
  matching: Matching | null;
  email: SendEmail;
  /** Reads users as the service has them. */
  readJson: (ids: readonly string[]) => Promise<readonly object[]>;
}

/** Actions without values of their own, in the order of the menu. */
const signIn = [
  ['users.bulk.verify-email', { kind: 'users.verifyEmail' }],
  ['users.bulk.codes-on', { kind: 'users.setOneTimeCodes', isOn: true }],
  ['users.bulk.codes-off', { kind: 'users.setOneTimeCodes', isOn: false }],
  ['users.bulk.remove-passkeys', { kind: 'users.removePasskey' }],
  ['users.bulk.remove-passwords', { kind: 'users.removePassword' }],
  ['users.bulk.remove-two-factor', { kind: 'users.removeTwoFactor' }],
] as const;

/** What else can be done with the selected users. What can’t says why. */
export function MoreActions({ connectionId, bulk, ...props }: MoreActionsProps) {
  const { t } = useMessages();
  const { disabledReason, noRestrictions } = bulk;
  usePermissionsOfBar(connectionId, 'project');
  const permissions = { connectionId, kind: 'project', disabledReason } as const;
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('selection.more')} />}>
      <SubMenu label={t('users.bulk.grant')}>
        <PermissionItems {...permissions} onChoose={(permissionId) => bulk.preview({ kind: 'users.grantInProject', permissionId })} />
      </SubMenu>
      <SubMenu label={t('users.bulk.revoke')}>
        <PermissionItems {...permissions} onChoose={(permissionId) => bulk.preview({ kind: 'users.revokeInProject', permissionId })} />
      </SubMenu>
      {(['users.grantInTeam', 'users.revokeInTeam', 'users.removeFromTeam'] as const).map((kind) => (
        <MenuItem key={kind} disabledReason={disabledReason} onSelect={() => bulk.openForm(kind)}>
          {t(`users.bulk.menu.${kind}`)}
        </MenuItem>
      ))}
      <MenuItem disabledReason={disabledReason} onSelect={() => bulk.openForm('users.unsetMetadata')}>
        {t('bulk.unset-metadata')}
      </MenuItem>
      <MenuSeparator />
      <SubMenu label={t('users.bulk.sign-in')}>
        {signIn.map(([label, action]) => (
          <MenuItem key={label} disabledReason={disabledReason} onSelect={() => bulk.preview(action)}>
            {t(label)}
          </MenuItem>
        ))}
      </SubMenu>
      <MenuItem disabledReason={disabledReason ?? noRestrictions} onSelect={() => bulk.openForm('users.restrict')}>
        {t('users.restrict.menu')}
      </MenuItem>
      <MenuItem disabledReason={disabledReason ?? noRestrictions} onSelect={() => bulk.preview({ kind: 'users.liftRestriction' })}>
        {t('users.bulk.lift')}
      </MenuItem>
      <MenuSeparator />
      <OtherItems {...props} />
    </Menu>
  );
}

/** What is no job: an email with recipients that can be changed, and copies. */
function OtherItems({ selection, matching, email, readJson }: Omit<MoreActionsProps, 'connectionId' | 'bulk'>) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const isAll = selection.isAllMatching && matching !== null;
  const users = [...selection.items.values()];
  const emails = users.flatMap(({ primary_email: address }) => address ?? []);
  const count = isAll ? matching.count : users.length;
  const tooMany = count > maxRecipients ? t('send-email.full', { max: maxRecipients }) : undefined;
  const ids = async () => (isAll ? await matching.readIds() : [...selection.items.keys()]).join('\n');
  const addresses = async () => (isAll ? await matching.readEmails() : emails).join('\n');
  return (
    <>
      <MenuItem disabledReason={email.disabledReason ?? tooMany} onSelect={() => email.open(users)}>
        {t('users.bulk.email')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => copy(ids())}>{t('selection.copy-ids')}</MenuItem>
      <MenuItem
        disabledReason={!isAll && emails.length === 0 ? t('users.selection.no-emails') : undefined}
        onSelect={() => copy(addresses())}
      >
        {t('selection.copy-emails')}
      </MenuItem>
      <MenuItem
        disabledReason={isAll ? t('users.selection.json-loaded') : undefined}
        onSelect={() => copy(readJson([...selection.items.keys()]).then((json) => JSON.stringify(json, null, 2)))}
      >
        {t('selection.copy-json')}
      </MenuItem>
    </>
  );
}
