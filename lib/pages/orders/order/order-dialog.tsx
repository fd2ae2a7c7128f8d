/**
 * The dialogs of the order screen. The URL contains the name of the open dialog. When a dialog is closed, the focus
 * returns to the button that opened it.
 */

import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../change/confirm-dialog.tsx'
import { Dialog } from '../../change/dialog.tsx'
import { useUrlDialog } from '../../change/use-url-dialog.ts'
import { useSession } from '../../session/client.ts'
import { useTexts } from '../../session/language.ts'
import type { DialogName } from '../queries.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/orders/$token')

export function useOrderDialog() {
  const { dialog, withdrawal } = route.useSearch()
  return { dialog, withdrawal, ...useUrlDialog<DialogName>() }
}

/**
 * Returns whether the dialog is open: the URL contains its name, `isAllowed` is true, and the secret key allows
 * changes.
 */
function useIsOpen(name: DialogName, isAllowed: boolean): boolean {
  const { canChange } = useSession()
  return useOrderDialog().dialog === name && isAllowed && canChange
}

interface OrderDialogProps {
  name: DialogName
  title: string
  isAllowed?: boolean
  size?: 'md' | 'lg'
  children: ReactNode
}

export function OrderDialog({ name, isAllowed = true, ...props }: OrderDialogProps) {
  const { close } = useOrderDialog()
  return <Dialog isOpen={useIsOpen(name, isAllowed)} onClose={() => close(name)} {...props} />
}

interface OrderConfirmDialogProps {
  name: DialogName
  isAllowed: boolean
  /** The sentences that describe the change, with amounts and names. */
  sentences: readonly string[]
  action: string
  isPending: boolean
  onConfirm: () => void
}

/** The dialog that asks for confirmation of a change. Its title and its button have the same text. */
export function OrderConfirmDialog({ name, isAllowed, sentences, action, ...props }: OrderConfirmDialogProps) {
  const { back } = useTexts(texts)
  const { close } = useOrderDialog()
  const isOpen = useIsOpen(name, isAllowed)
  return (
    <ConfirmDialog title={action} isOpen={isOpen} onClose={() => close(name)} keep={back} confirm={action} {...props}>
      {sentences.map(sentence => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </ConfirmDialog>
  )
}
