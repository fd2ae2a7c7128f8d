/** A dialog of the screen of an order. It is open while the URL has its name, and the focus then returns. */

import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../change/confirm-dialog.tsx'
import { Dialog } from '../../change/dialog.tsx'
import { useSession } from '../../session/api.ts'
import { useTexts } from '../../session/language.ts'
import type { DialogName } from '../search.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/orders/$token')

export function useDialog() {
  const { dialog, withdrawal } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    dialog,
    withdrawal,
    open: (name: DialogName, forWithdrawal?: string) =>
      void navigate({ search: { dialog: name, withdrawal: forWithdrawal }, resetScroll: false }),
    close: () => void navigate({ search: {}, replace: true, resetScroll: false }),
  }
}

/** A URL can name a dialog that this order or the key does not allow. */
function useIsOpen(name: DialogName, isAllowed: boolean): boolean {
  const { canChange } = useSession()
  return useDialog().dialog === name && isAllowed && canChange
}

interface OrderDialogProps {
  name: DialogName
  title: string
  isAllowed?: boolean
  size?: 'md' | 'lg'
  children: ReactNode
}

export function OrderDialog({ name, isAllowed = true, ...props }: OrderDialogProps) {
  const { close } = useDialog()
  return <Dialog isOpen={useIsOpen(name, isAllowed)} onClose={close} {...props} />
}

interface OrderConfirmationProps {
  name: DialogName
  isAllowed: boolean
  /** The sentences say what will happen, in amounts and names. */
  sentences: readonly string[]
  action: string
  isPending: boolean
  onConfirm: () => void
}

/** The second step of what cannot be undone. Its title is the action. */
export function OrderConfirmation({ name, isAllowed, sentences, action, ...props }: OrderConfirmationProps) {
  const { back } = useTexts(texts)
  const { close } = useDialog()
  const isOpen = useIsOpen(name, isAllowed)
  return (
    <ConfirmDialog title={action} isOpen={isOpen} onClose={close} keep={back} confirm={action} {...props}>
      {sentences.map(sentence => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </ConfirmDialog>
  )
}
