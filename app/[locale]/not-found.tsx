import { StatusScreen } from '#components/layout/status.tsx'

export default function NotFound() {
  return <StatusScreen status="404" />
}
