import { CircleAlert, Trash2 } from 'lucide-react';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { fail } from '#contract/errors.ts';
import { maxImageFileBytes, maxPictureSide } from '#contract/limits.ts';
import { isDataUrl, pictureOf } from '#contract/pictures/picture.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { hostOf } from '#lib/host-of.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useFileDrop } from '#lib/use-file-drop.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { ChooseImageButton } from './choose-image-button';
import { type CropArea, cropImage } from './crop-image';
import styles from './image.module.css';
import { type ChosenProblem, type ReadImage, useChosenImage } from './use-chosen-image';

/** An image that was just saved, and that the service stores elsewhere: the page shows only images that it has as data. */
export interface KeptImage {
  /** What was saved, as a `data:` URL. */
  readonly data: string;
  /** The URL before it was saved. */
  readonly before: string | null;
  /** The URL that the service gave it; null until it is known. */
  readonly after: string | null;
}

const isRemote = (url: string | null): url is string => url !== null && !url.startsWith('data:');

/** Returns what is known once the object has a URL: the first other one is that of the saved image. */
export function withUrl(kept: KeptImage | null, imageUrl: string | null): KeptImage | null {
  if (kept === null || kept.after !== null || !isRemote(imageUrl) || imageUrl === kept.before) return kept;
  return { ...kept, after: imageUrl };
}

/** Returns the URL of the image to show. */
export function shownImage(kept: KeptImage | null, imageUrl: string | null): string | null {
  return kept !== null && kept.after !== null && kept.after === imageUrl ? kept.data : imageUrl;
}

interface ImageFieldProps {
  /** Whose image it is, for the color and the initials; undefined for what isn’t created yet. */
  id: string | undefined;
  name: string | null;
  email?: string | null;
  imageUrl: string | null;
  /** Stores a `data:` URL, or removes the image. */
  onSave: (url: string | null) => Promise<unknown>;
  /** Whether the image is stored later, with the rest of a form. */
  isDraft?: boolean;
  /** Whether the image is shown beside the field already, and not by it. */
  isShownElsewhere?: boolean;
  /** Why it can't be changed now. */
  disabledReason?: string | undefined;
  environment?: Environment | undefined;
}

/** An image that can be chosen or dropped, cropped, and removed. What is stored has at most 100 kB. */
export function ImageField(props: ImageFieldProps) {
  const { id, name, email, imageUrl, onSave, isDraft = false, isShownElsewhere = false, disabledReason, environment } = props;
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const chosen = useChosenImage();
  const [isRemoving, setRemoving] = useState(false);
  const drop = useFileDrop(disabledReason === undefined, (files) => void chosen.read(files));
  const [kept, setKept] = useState<KeptImage | null>(null);
  const known = withUrl(kept, imageUrl);
  if (known !== kept) setKept(known);
  const save = async (url: string | null) => {
    // Before it is saved, as the object may have its new URL before that has ended.
    setKept(url === null ? null : { data: url, before: imageUrl, after: null });
    await onSave(url).catch((thrown: unknown) => {
      // The next URL of the object is that of another image, unless this one was saved after all.
      if (!isOutcomeUnknown(reportOf(thrown))) setKept(known);
      throw thrown;
    });
    if (!isDraft) show({ tone: 'good', title: url === null ? 'image.removed' : 'image.saved' });
  };
  return (
    <div className={cx(styles.field, drop.isOver && styles.over)} {...drop.handlers}>
      {!isShownElsewhere && <Avatar id={id} size={64} name={name} email={email} imageUrl={shownImage(known, imageUrl)} />}
      <div className={styles.controls}>
        <div className={styles.buttons}>
          <ChooseImageButton disabledReason={disabledReason} isReading={chosen.isReading} onChoose={(files) => void chosen.read(files)} />
          <Button
            variant="plain"
            icon={Trash2}
            disabledReason={disabledReason ?? (imageUrl === null ? t('image.remove.none') : undefined)}
            onClick={() => (isDraft ? void save(null) : setRemoving(true))}
          >
            {t('image.remove')}
          </Button>
        </div>
        <ImageHelp imageUrl={imageUrl} disabledReason={disabledReason} problem={chosen.problem} />
      </div>
      {chosen.image !== null && (
        <CropDialog image={chosen.image} isDraft={isDraft} environment={environment} onSave={save} onClose={chosen.clear} />
      )}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={t('image.remove.title')}
        consequence={t('image.remove.consequence')}
        confirmLabel={t('image.remove')}
        danger
        environment={environment}
        onConfirm={() => save(null)}
      />
    </div>
  );
}

interface ImageHelpProps {
  imageUrl: string | null;
  disabledReason: string | undefined;
  problem: ChosenProblem | null;
}

function ImageHelp({ imageUrl, disabledReason, problem }: ImageHelpProps) {
  const { t } = useMessages();
  const id = useId();
  const megabytes = maxImageFileBytes / 1_000_000;
  const isData = imageUrl !== null && isDataUrl(imageUrl);
  const isRefused = useMemo(() => isData && pictureOf(imageUrl) === null, [isData, imageUrl]);
  return (
    <div className={styles.help} id={id}>
      <p role="alert" className={styles.error}>
        {problem !== null && (
          <>
            <Icon of={CircleAlert} size={13} />
            {t(`image.problem.${problem}`, { megabytes, pixels: maxPictureSide })}
          </>
        )}
      </p>
      <p>{disabledReason ?? t('image.help', { megabytes })}</p>
      {isRefused && <p>{t('image.refused', { pixels: maxPictureSide })}</p>}
      {imageUrl !== null && !isData && <p>{t('image.elsewhere', { host: hostOf(imageUrl) })}</p>}
    </div>
  );
}

/** The cropper, or the whole image without one where its code can't be loaded. */
const Cropper = lazy(() =>
  import('./cropper').then(
    (module) => ({ default: module.Cropper }),
    () => import('./centered-crop').then((module) => ({ default: module.CenteredCrop })),
  ),
);

interface CropDialogProps {
  image: ReadImage;
  /** Whether the image is saved later, with its form. */
  isDraft: boolean;
  environment: Environment | undefined;
  /** Receives the image as a `data:` URL. */
  onSave: (url: string) => Promise<void>;
  onClose: () => void;
}

/** Chooses the part of an image to keep. Stays open with the image when it can't be saved. */
function CropDialog({ image, isDraft, environment, onSave, onClose }: CropDialogProps) {
  const { t } = useMessages();
  const [area, setArea] = useState<CropArea>(() => centerOf(image.bitmap));
  const saving = useAction(
    async () => {
      const url = await cropImage(image.bitmap, area);
      if (url === null) throw fail('too-large');
      await onSave(url);
    },
    { onDone: onClose, toastsLate: true },
  );
  return (
    <ActionDialog
      title={t('image.crop')}
      description={t('image.crop.text')}
      environment={environment}
      actionLabel={t(isDraft ? 'image.crop.use' : 'image.crop.save')}
      busy={saving.isPending}
      busyReason={t('form.saving')}
      action={() => void saving.run()}
      onClose={onClose}
    >
      {image.isAnimated && <p className={styles.note}>{t('image.animated')}</p>}
      <Suspense fallback={<Loading />}>
        <Cropper url={image.url} onChange={setArea} />
      </Suspense>
      <ErrorCallout report={saving.failure} className={styles.failure} />
    </ActionDialog>
  );
}

/** Returns the largest square in the middle. */
function centerOf({ width, height }: HTMLCanvasElement): CropArea {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

function Loading() {
  return (
    <div className={styles.stage}>
      <LoadingStatus />
      <Skeleton height={260} />
    </div>
  );
}
