import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Where the person is: an error belongs to the page that it broke, so elsewhere it is forgotten. */
  scope: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  scope: string
  broken: { error: unknown } | null
}

/** Shows something else in place of children that cannot be drawn. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { scope: this.props.scope, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps(
    { scope }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return scope === state.scope ? null : { scope, broken: null }
  }

  override render(): ReactNode {
    const { broken } = this.state
    return broken === null ? this.props.children : this.props.fallback(broken.error)
  }
}
