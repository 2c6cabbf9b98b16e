import { useSettings } from '../../../stores/settings';
import { Switch } from '../../../ui/inputs/switch';
import type { ControlProps, SwitchRow } from '../setting-row';
import { useChangeSetting } from '../use-change-setting';

/** A setting that is on or off. */
export function SwitchControl({ row: { setting }, labelId, describedBy, isDisabled }: ControlProps & { row: SwitchRow }) {
  const change = useChangeSetting();
  return (
    <Switch
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      {...(isDisabled ? { 'aria-disabled': true } : {})}
      checked={useSettings()[setting]}
      onCheckedChange={(isOn) => isDisabled || change({ [setting]: isOn })}
    />
  );
}
