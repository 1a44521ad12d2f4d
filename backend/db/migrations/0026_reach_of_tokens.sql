ALTER TABLE "files" ADD COLUMN "uploaded_for" text;--> statement-breakpoint
ALTER TABLE "trusted_publishers" ADD COLUMN "events" text[];