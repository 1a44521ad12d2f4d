ALTER TABLE "projects" ADD COLUMN "manifest" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "translations" jsonb;