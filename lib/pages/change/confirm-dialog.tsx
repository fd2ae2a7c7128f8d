/** The dialog that describes a change and asks for confirmation. */

import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Refusal } from './refusal.tsx'

interface ConfirmDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** The sentences that describe the change. */
  children: ReactNode
  /** The text of the button that closes the dialog without a change. */
  keep: string
  confirm: string
  onConfirm: () => void
  /** The request is being sent. A dialog that closes before the request is sent leaves this property out. */
  isPending?: boolean
  /** The error that the dialog shows, if the dialog stays open until the API has replied. */
  refusal?: unknown
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { children, keep, confirm, onConfirm, isPending = false, refusal, ...dialog } = props
  return (
    <Dialog {...dialog}>
      <Stack>
        {children}
        <Refusal error={refusal} />
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose} disabled={isPending} data-autofocus>
            {keep}
          </Button>
          <Button color="red" onClick={onConfirm} loading={isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
