ALTER TABLE "versions" ADD COLUMN "operating_systems" text[];--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "minimum_version" text;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "minimum_version_parts" integer[];--> statement-breakpoint
ALTER TABLE "file_icons" ADD COLUMN "label" text;