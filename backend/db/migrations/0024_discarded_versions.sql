CREATE TABLE "discarded_versions" (
	"project_id" text COLLATE "C" NOT NULL,
	"version" text NOT NULL,
	"hashes" text[] NOT NULL,
	"reason" text NOT NULL,
	"cause" text NOT NULL,
	"discarded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "discarded_versions_project_id_version_pk" PRIMARY KEY("project_id","version")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "trashed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "downloads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discarded_versions" ADD CONSTRAINT "discarded_versions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_by_trash" ON "files" USING btree ("trashed_at") WHERE "files"."trashed_at" IS NOT NULL;