/** The buttons that archive, restore and delete a discount. */

import { Button } from '@mantine/core'
import type { Discount } from '../../client/index.ts'
import { ConfirmButton } from '../change/confirm-button.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { useRemove, useSetArchived } from './changes.ts'
import { texts } from './texts.ts'

interface DiscountProps {
  discount: Discount
}

export function ArchiveOrRestoreButton({ discount, isDisabled }: DiscountProps & { isDisabled: boolean }) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { run, isPending } = useSetArchived(discount)
  const { name, trigger, type, archived } = discount
  const setArchived = () => run({ name, trigger, type, archived: !archived })
  if (!canChange) return null
  if (archived)
    return (
      <Button variant="default" disabled={isDisabled} loading={isPending} onClick={setArchived}>
        {text.restore}
      </Button>
    )
  return (
    <ConfirmButton
      label={text.archive}
      disabled={isDisabled}
      title={text.archiveTitle(name)}
      sentences={text.archiveSentences}
      isPending={isPending}
      onConfirm={setArchived}
    />
  )
}

/** The button is hidden for a discount that was used. The usage section of the screen says why. */
export function RemoveButton({ discount }: DiscountProps) {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { run, isPending } = useRemove(discount)
  const { name, numberOfUsages, numberOfUsagesUncompleted } = discount
  if (!canChange || numberOfUsages > 0) return null
  return (
    <ConfirmButton
      label={text.remove}
      title={text.removeTitle(name)}
      sentences={text.removeSentences(numberOfUsagesUncompleted)}
      isPending={isPending}
      onConfirm={() => run(null)}
    />
  )
}
