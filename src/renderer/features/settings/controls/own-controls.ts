import type { ComponentType } from 'react';
import { CopySystemReport } from '../../../blocks/about/copy-system-report';
import type { ControlProps, OwnControlName } from '../setting-row';
import { DataFolder, HostName, KeychainName, LicensesButton, VersionName } from './about-controls';
import { ClearDataControl } from './clear-data-control';
import { LinkTest } from './link-test';
import { LockAfterControl } from './lock-after-control';
import { NotificationTest } from './notification-test';
import { PassphraseControl } from './passphrase-control';
import { PolicyFacts } from './policy-facts';
import { QuietHoursControl } from './quiet-hours-control';
import { SealedControl } from './sealed-control';
import { TransferLink } from './transfer-link';
import { UpdateStatus } from './update-status';

/** The controls that show more than one plain value. */
export const ownControls: Readonly<Record<OwnControlName, ComponentType<ControlProps>>> = {
  'lock-after': LockAfterControl,
  passphrase: PassphraseControl,
  'sealed-secrets': SealedControl,
  'clear-data': ClearDataControl,
  'quiet-hours': QuietHoursControl,
  'notification-test': NotificationTest,
  'update-status': UpdateStatus,
  transfer: TransferLink,
  version: VersionName,
  host: HostName,
  keychain: KeychainName,
  'data-folder': DataFolder,
  'system-report': CopySystemReport,
  'link-test': LinkTest,
  licenses: LicensesButton,
  policy: PolicyFacts,
};
