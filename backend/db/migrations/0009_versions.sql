ALTER TABLE "projects" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "yanked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "yank_reason" text;